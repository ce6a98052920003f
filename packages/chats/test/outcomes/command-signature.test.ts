import { describe, expect, it } from 'vitest'
import { hasSameIntent, signatureOf } from '../../src/outcomes/command-signature.ts'

it.each<[line: string, text: string | undefined, folder?: string]>([
  ['npm test', 'npm test'],
  ['npm test -- src/cart.test.ts', 'npm test'],
  ['npm test --silent 2>&1 | tail -20', 'npm test'],
  ['CI=1 npm run test:quick', 'npm run test:quick'],
  ['npm test -- --watch', 'npm test --watch'],
  ['pip install requests', 'pip install'],
  ['python -m pytest tests', 'python -m pytest'],
  ['node scripts/load.mjs --rows=500', 'node load.mjs --rows'],
  ['git commit -m "Fix the login"', 'git commit'],
  ['make -C sub build', 'make build -C'],
  ['pnpm --filter api test', 'pnpm test --filter'],
  ['npm ci && npm test', 'npm ci && npm test'],
  ['bash -lc "npm test"', 'npm test'],
  ['cd packages/web && npm test', 'npm test', '/shop/packages/web'],
  ['(cd packages/web && npm test)', 'npm test', '/shop/packages/web'],
  ['cd /other && npm test', 'npm test', '/other'],
  ['cd packages/web/.. && npm test', 'npm test', '/shop/packages'],
  ['ls -la', undefined],
  ['git status', undefined],
  ['cat package.json | jq .scripts', undefined],
  ['echo done', undefined],
  ['wuku recall tides', undefined],
  ["cat > a.txt <<'E'\nx\nE", undefined],
  [`node -e "${'x'.repeat(500)}"`, undefined],
])('the signature of a command: %j is %j', (line, text, folder = '/shop') => {
  const signature = signatureOf(String(line), '/shop')
  expect(signature?.text).toBe(text)
  if (signature) expect(signature.folder).toBe(folder)
})

describe('the intent of two commands', () => {
  const check = ([failed, worked]: readonly [string, string]): boolean | undefined => {
    const [one, other] = [signatureOf(failed, '/shop'), signatureOf(worked, '/shop')]
    return one && other && hasSameIntent(one, other)
  }
  it.each<[failed: string, worked: string]>([
    ['npm test', 'npm run test:quick'],
    ['pip install requests', 'uv pip install requests'],
    ['python load.py', 'python3 load.py'],
    ['make test', 'npm test'],
    ['tsc -p .', 'npx tsc -p .'],
    ['pytest', 'uv run pytest'],
    ['docker-compose up', 'docker compose up -d'],
    ['mvn package', './mvnw package'],
    ['git push', 'git push -u origin main'],
  ])('of %j and %j is the same', (...row) => expect(check(row)).toBe(true))
  it.each<[failed: string, other: string]>([
    ['npm test', 'npm run build'],
    ['npm test', 'npm ci'],
    ['git push origin main', 'git pull origin main'],
    ['git commit -m x', 'git push'],
    ['make', 'make clean'],
    ['docker build .', 'npm run build'],
    ['python a.py', 'python b.py'],
  ])('of %j and %j is another', (...row) => expect(check(row)).toBe(false))
})
