import { isDrawn, looksRandom } from './randomness.ts'
import { EDGE, edgeOf, type SecretRule } from './rule.ts'

/** Letters, digits, `-` and `_`; Markdown puts a backslash before the last. */
const WORD = '(?:[\\w-]|\\\\_)'
const ALNUM = '[A-Za-z0-9]'
const HEX = '[0-9a-f]'
const END = `(?!${ALNUM})`

/** `prefixes` are literal; `body` is what follows any of them. */
type Row = readonly [name: string, prefixes: string, body: string, source: string]

/**
 * Keys that tell by themselves who issued them. Examples among them are masked too: nobody can tell an example from a key
 * that somebody typed in, and a masked example does no harm.
 */
const rows: readonly Row[] = [
  // Code and packages
  ['github-token', 'ghp_ gho_ ghu_ ghs_ ghr_', '[A-Za-z0-9]{36,255}', 'docs.github.com: about authentication; gitleaks github-pat'],
  ['github-token', 'github_pat_', `(?:\\w|\\\\_){22,255}`, 'docs.github.com: about authentication; gitleaks github-fine-grained-pat'],
  ['gitlab-token', 'glpat- gloas- gldt- glrt- glcbt- glptt- glft- glimt- glagent- glsoat- glffct- glwt-', `(?:[\\w.-]|\\\\_){20,320}`, 'docs.gitlab.com: token overview, prefixes; gitleaks gitlab-*'],
  ['gitlab-token', 'GR1348941', `${WORD}{20}`, 'docs.gitlab.com: runner registration tokens; gitleaks gitlab-rrt'],
  ['bitbucket-token', 'ATBB', `${ALNUM}{28,40}${END}`, 'support.atlassian.com: Bitbucket app passwords'],
  ['atlassian-token', 'ATATT3 ATCTT3', `(?:[\\w=-]|\\\\_){60,300}`, 'support.atlassian.com: API tokens; gitleaks atlassian-api-token'],
  ['npm-token', 'npm_', `${ALNUM}{36}${END}`, 'docs.npmjs.com: access tokens; gitleaks npm-access-token'],
  ['pypi-token', 'pypi-Ag', `${WORD}{50,1000}`, 'pypi.org/help#apitoken; gitleaks pypi-upload-token'],
  ['rubygems-key', 'rubygems_', `${HEX}{48}${END}`, 'guides.rubygems.org: API key; gitleaks rubygems-api-token'],
  ['nuget-key', 'oy2', `[a-z0-9]{43}${END}`, 'learn.microsoft.com: NuGet API keys'],
  ['clojars-token', 'CLOJARS_', `[A-Za-z0-9]{60}`, 'github.com/clojars: deploy tokens; gitleaks clojars-api-token'],
  ['docker-token', 'dckr_pat_ dckr_oat_', `${WORD}{24,60}`, 'docs.docker.com: access tokens; secretlint docker'],
  ['artifactory-key', 'AKCp', `${ALNUM}{60,80}${END}`, 'jfrog.com: API keys; gitleaks artifactory-api-key'],
  ['artifactory-key', 'cmVmd', `${ALNUM}{59}${END}`, 'jfrog.com: reference tokens; gitleaks artifactory-reference-token'],
  ['sonar-token', 'squ_ sqp_ sqa_', `${HEX}{40}${END}`, 'docs.sonarsource.com: tokens; gitleaks sonar-api-token'],
  ['sentry-token', 'sntryu_', `${HEX}{64}${END}`, 'docs.sentry.io: auth tokens; gitleaks sentry-user-token'],
  ['sentry-token', 'sntrys_', `[\\w+/=]{40,500}`, 'docs.sentry.io: auth tokens; gitleaks sentry-org-token'],
  ['circleci-token', 'CCIPAT_ CCIPRJ_', `${ALNUM}{10,40}_${HEX}{40}`, 'circleci.com/docs: API tokens'],
  ['buildkite-token', 'bkua_ bkat_', `[0-9a-z]{40}${END}`, 'buildkite.com/docs: API tokens'],
  ['postman-key', 'PMAK-', `${HEX}{24}-${HEX}{34}`, 'learning.postman.com: API keys; gitleaks postman-api-token'],
  ['sourcegraph-token', 'sgp_', `(?:(?:${HEX}{16}|local)_)?${HEX}{40}${END}`, 'sourcegraph.com/docs: access tokens; gitleaks sourcegraph-access-token'],
  ['readme-key', 'rdme_', `[a-z0-9]{70}`, 'docs.readme.com: API keys; gitleaks readme-api-token'],
  ['infracost-key', 'ico-', `${ALNUM}{32}${END}`, 'infracost.io/docs: API keys; gitleaks infracost-api-token'],
  // Models
  ['anthropic-key', 'sk-ant-', `${WORD}{20,200}`, 'docs.anthropic.com: API keys; gitleaks anthropic-api-key'],
  ['groq-key', 'gsk_', `${ALNUM}{40,60}${END}`, 'console.groq.com/docs; secretlint groq'],
  ['xai-key', 'xai-', `${ALNUM}{60,90}${END}`, 'docs.x.ai: API keys; GitHub secret scanning xai_api_key'],
  ['replicate-token', 'r8_', `${ALNUM}{37,40}${END}`, 'replicate.com/docs: API tokens'],
  ['perplexity-key', 'pplx-', `${ALNUM}{40,64}${END}`, 'docs.perplexity.ai; gitleaks perplexity-api-key'],
  ['huggingface-token', 'hf_ api_org_', `${ALNUM}{30,60}${END}`, 'huggingface.co/docs: user access tokens; gitleaks huggingface-access-token'],
  ['langsmith-key', 'lsv2_pt_ lsv2_sk_', `${HEX}{32}_${HEX}{10}`, 'docs.smith.langchain.com: API keys'],
  ['pinecone-key', 'pcsk_', `${ALNUM}{5,10}_${ALNUM}{50,70}`, 'docs.pinecone.io: API keys'],
  ['cerebras-key', 'csk-', `[a-z0-9]{40,64}${END}`, 'inference-docs.cerebras.ai'],
  ['fireworks-key', 'fw_', `${ALNUM}{22,40}${END}`, 'docs.fireworks.ai: API keys'],
  ['elevenlabs-key', 'sk_', `${HEX}{48}${END}`, 'elevenlabs.io/docs: API keys'],
  ['nvidia-key', 'nvapi-', `${WORD}{40,80}`, 'docs.api.nvidia.com: API keys'],
  ['tavily-key', 'tvly-', `(?:dev-|prod-)?${WORD}{28,64}`, 'docs.tavily.com: API keys'],
  ['jina-key', 'jina_', `${WORD}{50,80}`, 'jina.ai: API keys'],
  ['firecrawl-key', 'fc-', `${HEX}{32}${END}`, 'docs.firecrawl.dev: API keys'],
  ['baidu-key', 'bce-v3/ALTAK-', `${ALNUM}{10,40}/${HEX}{30,64}`, 'cloud.baidu.com: API keys of Qianfan'],
  ['dify-key', 'app-', `[A-Za-z0-9]{24}${END}`, 'docs.dify.ai: API keys'],
  // Clouds
  ['aws-access-key', 'AKIA ASIA ABIA ACCA', `[A-Z0-9]{16}${END}`, 'docs.aws.amazon.com: IAM identifiers; gitleaks aws-access-token'],
  ['aws-bedrock-key', 'ABSK', `[A-Za-z0-9+/]{100,280}={0,2}`, 'docs.aws.amazon.com: Bedrock API keys; gitleaks aws-amazon-bedrock-api-key-long-lived'],
  ['google-api-key', 'AIza', `${WORD}{35}`, 'cloud.google.com/docs: API keys; gitleaks gcp-api-key'],
  ['google-oauth-secret', 'GOCSPX-', `${WORD}{28}`, 'developers.google.com: OAuth clients'],
  ['google-oauth-token', 'ya29.', `${WORD}{20,2000}`, 'developers.google.com: OAuth tokens'],
  ['google-oauth-token', '1//0', `[a-z0-9]${WORD}{24,200}`, 'developers.google.com: refresh tokens'],
  ['digitalocean-token', 'dop_v1_ doo_v1_ dor_v1_', `${HEX}{64}`, 'docs.digitalocean.com: tokens; gitleaks digitalocean-pat'],
  ['cloudflare-token', 'cfk_ cfut_ cfat_', `${ALNUM}{40}${HEX}{8}${END}`, 'developers.cloudflare.com: token formats; secretlint cloudflare'],
  ['cloudflare-token', 'v1.0-', `${HEX}{24}-${HEX}{146}`, 'developers.cloudflare.com: origin CA keys; gitleaks cloudflare-origin-ca-key'],
  ['aliyun-access-key', 'LTAI', `${ALNUM}{12,30}${END}`, 'help.aliyun.com: AccessKey; gitleaks alibaba-access-key-id'],
  ['tencent-access-key', 'AKID', `${ALNUM}{13,40}${END}`, 'cloud.tencent.com: SecretId'],
  ['volcengine-access-key', 'AKLT', `[A-Za-z0-9]{30,64}={0,2}`, 'volcengine.com/docs: access keys'],
  ['heroku-key', 'HRKU-', `${WORD}{36,70}`, 'devcenter.heroku.com: OAuth; gitleaks heroku-api-key-v2'],
  ['fly-token', 'fo1_', `${WORD}{43}`, 'fly.io/docs: tokens; gitleaks flyio-access-token'],
  ['fly-token', 'fm1a_ fm1r_ fm2_', `[A-Za-z0-9+/]{100,900}={0,3}`, 'fly.io/docs: tokens; gitleaks flyio-access-token'],
  ['render-key', 'rnd_', `${ALNUM}{28,40}${END}`, 'render.com/docs: API keys'],
  ['vercel-token', 'vcp_ vci_ vca_ vcr_ vck_', `${ALNUM}{20,60}${END}`, 'vercel.com/docs: tokens; secretlint vercel'],
  ['netlify-token', 'nfp_', `${ALNUM}{36,40}${END}`, 'docs.netlify.com: personal access tokens'],
  ['supabase-key', 'sbp_', `${HEX}{40}${END}`, 'supabase.com/docs: access tokens'],
  ['supabase-key', 'sb_secret_', `${WORD}{24,60}`, 'supabase.com/docs: API keys'],
  ['planetscale-key', 'pscale_tkn_ pscale_oauth_ pscale_pw_', `(?:[\\w=.-]|\\\\_){32,64}`, 'planetscale.com/docs; gitleaks planetscale-api-token'],
  ['databricks-token', 'dapi', `[0-9a-fA-F]{32}(?:-\\d)?${END}`, 'docs.databricks.com: personal access tokens; gitleaks databricks-api-token'],
  ['pulumi-token', 'pul-', `${HEX}{40}${END}`, 'pulumi.com/docs: access tokens; gitleaks pulumi-api-token'],
  ['doppler-token', 'dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.', `[\\w.]{40,70}`, 'docs.doppler.com: token formats; gitleaks doppler-api-token'],
  ['vault-token', 'hvs. hvb. hvr.', `${WORD}{24,300}`, 'developer.hashicorp.com/vault: tokens; gitleaks vault-service-token'],
  ['1password-token', 'ops_eyJ', '[A-Za-z0-9+/=_-]{100,2000}', 'developer.1password.com: service accounts; gitleaks 1password-service-account-token'],
  ['1password-secret-key', 'A3-', `[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}${END}`, 'support.1password.com: Secret Key; gitleaks 1password-secret-key'],
  ['age-secret-key', 'AGE-SECRET-KEY-1', '[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}', 'age-encryption.org; gitleaks age-secret-key'],
  ['tailscale-key', 'tskey-', `[a-z]{2,20}-[0-9A-Za-z]{8,40}(?:-[0-9A-Za-z]{16,60})?`, 'tailscale.com/kb: key prefixes; secretlint tailscale'],
  ['openshift-token', 'sha256~', `${WORD}{43}(?![\\w-])`, 'docs.openshift.com: OAuth tokens; gitleaks openshift-user-token'],
  ['dynatrace-token', 'dt0c01. dt0s01. dt0s16.', '[A-Z0-9]{24}\\.[A-Z0-9]{64}', 'docs.dynatrace.com: token format; gitleaks dynatrace-api-token'],
  ['grafana-token', 'glsa_', `${ALNUM}{32}_[0-9A-Fa-f]{8}`, 'grafana.com/docs: service accounts; gitleaks grafana-service-account-token'],
  ['grafana-token', 'glc_', '[A-Za-z0-9+/=]{32,400}', 'grafana.com/docs: access policies; gitleaks grafana-cloud-api-token'],
  ['grafana-token', 'eyJrIjoi', '[A-Za-z0-9]{60,400}={0,3}', 'grafana.com/docs: API keys; gitleaks grafana-api-key'],
  ['newrelic-key', 'NRAK- NRII- NRJS- NRRA- NRAL-', '[A-Za-z0-9-]{19,42}', 'docs.newrelic.com: API keys; gitleaks new-relic-user-api-key'],
  ['newrelic-key', 'NRAL', '[A-Za-z0-9]{36}', 'docs.newrelic.com: license keys'],
  ['launchdarkly-key', 'sdk- api- mob-', `${HEX}{8}-${HEX}{4}-4${HEX}{3}-[89ab]${HEX}{3}-${HEX}{12}`, 'docs.launchdarkly.com: SDK keys'],
  ['yandex-key', 'AQVN', `${WORD}{35,38}(?![\\w-])`, 'yandex.cloud/docs: API keys; gitleaks yandex-api-key'],
  ['adobe-secret', 'p8e-', `[A-Za-z0-9-]{32}`, 'developer.adobe.com: credentials; gitleaks adobe-client-secret'],
  ['mongodb-atlas-secret', 'mdb_sa_sk_', `${WORD}{32,60}`, 'mongodb.com/docs/atlas: service accounts'],
  // Work and money
  ['linear-key', 'lin_api_ lin_oauth_', `${ALNUM}{32,128}${END}`, 'linear.app/developers; gitleaks linear-api-key'],
  ['notion-token', 'ntn_', `${ALNUM}{40,60}${END}`, 'developers.notion.com: changelog; gitleaks notion-api-token'],
  ['notion-token', 'secret_', `${ALNUM}{43}${END}`, 'developers.notion.com: authorization'],
  ['figma-token', 'figd_ figdr_ figoh_ figor_', `${WORD}{36,200}`, 'figma.com/developers: tokens; secretlint figma'],
  ['clickup-token', 'pk_', `\\d{6,10}_[A-Z0-9]{32}${END}`, 'developer.clickup.com: authentication'],
  ['shopify-token', 'shpat_ shpca_ shppa_ shpss_ shpua_ shptka_', `[0-9A-Fa-f]{32}${END}`, 'shopify.dev: authentication; gitleaks shopify-access-token'],
  ['stripe-key', 'sk_live_ rk_live_ sk_test_ rk_test_ sk_prod_ rk_prod_', `${ALNUM}{10,250}`, 'docs.stripe.com: keys; gitleaks stripe-access-token'],
  ['stripe-webhook-secret', 'whsec_', '[A-Za-z0-9+/=]{24,100}', 'docs.stripe.com: webhook signatures; standardwebhooks.com'],
  ['square-token', 'sq0atp- sq0csp-', `${WORD}{22,60}`, 'developer.squareup.com: access tokens; gitleaks square-access-token'],
  ['square-token', 'EAAA', `${WORD}{60}(?![\\w-])`, 'developer.squareup.com: access tokens; gitleaks square-access-token'],
  ['facebook-token', 'EAAM EAAC EAAG EAAB', `${ALNUM}{60,400}`, 'developers.facebook.com: access tokens; gitleaks facebook-page-access-token'],
  ['plaid-token', 'access-sandbox- access-development- access-production-', `${HEX}{8}(?:-${HEX}{4}){3}-${HEX}{12}`, 'plaid.com/docs: tokens; gitleaks plaid-api-token'],
  ['razorpay-key', 'rzp_live_ rzp_test_', `${ALNUM}{14}${END}`, 'razorpay.com/docs: API keys'],
  ['easypost-key', 'EZAK EZTK', `[A-Za-z0-9]{54}`, 'docs.easypost.com: authentication; gitleaks easypost-api-token'],
  ['duffel-token', 'duffel_test_ duffel_live_', `(?:[\\w=-]|\\\\_){43}`, 'duffel.com/docs; gitleaks duffel-api-token'],
  ['shippo-token', 'shippo_live_ shippo_test_', `${HEX}{40}`, 'docs.goshippo.com: authentication; gitleaks shippo-api-token'],
  ['typeform-token', 'tfp_', `(?:[\\w=.-]|\\\\_){40,70}`, 'typeform.com/developers: tokens; gitleaks typeform-api-token'],
  ['prefect-key', 'pnu_', `${ALNUM}{36}${END}`, 'docs.prefect.io: API keys; gitleaks prefect-api-token'],
  ['frameio-token', 'fio-u-', `(?:[\\w=-]|\\\\_){64}`, 'developer.frame.io: tokens; gitleaks frameio-api-token'],
  ['flutterwave-key', 'FLWSECK_TEST- FLWSECK-', `[0-9a-zA-Z]{12,40}(?:-X)?`, 'developer.flutterwave.com: API keys; gitleaks flutterwave-secret-key'],
  // Messages
  ['slack-token', 'xoxa- xoxb- xoxc- xoxe- xoxo- xoxp- xoxr- xoxs- xoxd- xoxe.', '[A-Za-z0-9.%-]{10,200}', 'api.slack.com: token types; gitleaks slack-bot-token'],
  ['slack-token', 'xapp-', '\\d-[A-Za-z0-9-]{10,200}', 'api.slack.com: token types; gitleaks slack-app-token'],
  ['sendgrid-key', 'SG.', `${WORD}{16,32}\\.${WORD}{32,64}`, 'sendgrid.com/docs: API keys; gitleaks sendgrid-api-token'],
  ['twilio-key', 'SK0 SK1 SK2 SK3 SK4 SK5 SK6 SK7 SK8 SK9 SKa SKb SKc SKd SKe SKf', `${HEX}{31}${END}`, 'twilio.com/docs: API keys; gitleaks twilio-api-key'],
  ['mailgun-key', 'key-', `${HEX}{32}${END}`, 'documentation.mailgun.com: API keys; gitleaks mailgun-private-api-token'],
  ['brevo-key', 'xkeysib- xsmtpsib-', `${HEX}{64}-[A-Za-z0-9]{16}`, 'developers.brevo.com: API keys; gitleaks sendinblue-api-token'],
  ['resend-key', 're_', `${ALNUM}{6,10}_${ALNUM}{20,30}`, 'resend.com/docs: API keys'],
  ['dingtalk-secret', 'SEC0 SEC1 SEC2 SEC3 SEC4 SEC5 SEC6 SEC7 SEC8 SEC9 SECa SECb SECc SECd SECe SECf', `${HEX}{63}${END}`, 'open.dingtalk.com: signed robots'],
  ['jwt', 'eyJ', `(?:[\\w-]|\\\\_){8,4000}\\.eyJ(?:[\\w-]|\\\\_){8,8000}(?:\\.(?:[\\w-]|\\\\_){1,2000})?`, 'RFC 7519; gitleaks jwt'],
]

const fromRow = ([name, prefixes, body, source]: Row): SecretRule => {
  const written = prefixes.split(' ')
  const isShort = written.some((prefix) => prefix.length < 5)
  const literal = written.map((prefix) => prefix.replace(/[.~/]/g, '\\$&').replaceAll('_', '\\\\?_'))
  return {
    name,
    keywords: written.flatMap((prefix) => (prefix.includes('_') ? [prefix, prefix.replaceAll('_', '\\_')] : [prefix])),
    pattern: `${EDGE}(?:${literal.join('|')})${body}`,
    accepts: ({ secret }) => isDrawn(secret) && (!isShort || isMixed(secret.slice(3))),
    source,
  }
}

/** A short prefix also begins names of classes and parts of words. */
const isMixed = (body: string): boolean => /\d/.test(body) && /[A-Za-z]/.test(body)

export const issuedKeys: readonly SecretRule[] = [
  ...rows.map(fromRow),
  {
    name: 'openai-key',
    keywords: ['sk-'],
    pattern: `${edgeOf('\\w-')}sk-(?!ant-)${WORD}{20,250}`,
    accepts: ({ secret }) => looksRandom(secret) || /[A-Za-z0-9]{24}/.test(secret),
    source: 'platform.openai.com/docs: API keys; gitleaks openai-api-key; DeepSeek, Moonshot and OpenRouter issue them too',
  },
  {
    name: 'telegram-token',
    keywords: [':AA'],
    pattern: `(?<=(?<before>(?<!\\d)\\d{8,10})):AA${WORD}{33}(?![\\w-])`,
    accepts: ({ secret }) => isDrawn(secret),
    source: 'core.telegram.org/bots/api; gitleaks telegram-bot-api-token',
  },
  {
    name: 'mailchimp-key',
    keywords: ['-us'],
    pattern: `(?<=(?<before>${EDGE}${HEX}{32}))-us\\d{1,2}${END}`,
    accepts: ({ secret }) => isDrawn(secret),
    source: 'mailchimp.com/developer: API keys; gitleaks mailchimp-api-key',
  },
  {
    name: 'terraform-token',
    keywords: ['.atlasv1.'],
    pattern: '(?<=(?<before>[A-Za-z0-9]{14}))\\.atlasv1\\.(?:[\\w=-]|\\\\_){60,70}',
    accepts: ({ secret }) => isDrawn(secret),
    source: 'developer.hashicorp.com/terraform: API tokens; gitleaks hashicorp-tf-api-token',
  },
  {
    name: 'azure-client-secret',
    keywords: [...'0123456789'].map((digit) => `${digit}Q~`),
    pattern: '(?<=(?<before>(?<![\\w.~-])[\\w.~-]{3}))\\dQ~[\\w.~-]{31,34}(?![\\w.~-])',
    accepts: ({ secret }) => isDrawn(secret),
    source: 'learn.microsoft.com: client secrets; gitleaks azure-ad-client-secret',
  },
  {
    name: 'maxmind-key',
    keywords: ['_mmk'],
    pattern: '(?<=(?<before>(?<![A-Za-z0-9])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}))_mmk(?!\\w)',
    accepts: ({ secret }) => isDrawn(secret),
    source: 'support.maxmind.com: license keys; gitleaks maxmind-license-key',
  },
  {
    // The first part is the number of an account in Base64: its first three signs are those that three digits can become.
    name: 'discord-token',
    keywords: [...'MNO'].flatMap((first) =>
      [...(first === 'O' ? 'DT' : 'DTjz')].flatMap((second) => [...'AEIMQUYcgk'].map((third) => first + second + third)),
    ),
    pattern: `${EDGE}[MNO][DTjz][A-Za-z0-9]{20,26}\\.${WORD}{6}\\.${WORD}{27,38}(?![\\w-])`,
    accepts: ({ secret }) => isDrawn(secret),
    source: 'discord.com/developers: reference, authentication; detect-secrets discord',
  },
]
