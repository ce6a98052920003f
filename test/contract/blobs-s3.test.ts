import { createHash } from 'node:crypto'
import { openS3Blobs } from '../../src/adapters/blobs/s3.ts'
import { parseS3Place } from '../../src/adapters/blobs/s3-names.ts'
import { blobsContract } from './blobs.ts'

const env = {
  AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:17490',
  AWS_ACCESS_KEY_ID: 'testkey',
  AWS_SECRET_ACCESS_KEY: 'testsecret',
}
Object.assign(process.env, env)
blobsContract({
  name: 's3',
  open: (place) =>
    openS3Blobs({
      place: parseS3Place(`s3://wukublobs/${createHash('sha256').update(place).digest('hex').slice(0, 6)}`),
      env,
    }),
})
