import { TocsinClient } from '@tocsin/client'
import { FileStore } from '@tocsin/client/stores/file'
import { verifyWebhook } from '@tocsin/client/webhooks'
import { smoke } from './smoke.js'

const [baseUrl, apiKey, folder] = process.argv.slice(2)
const store = await FileStore.open(folder)
const client = new TocsinClient({ baseUrl, apiKey })
const seen = await smoke(client, store, `From Node ${process.version}`, verifyWebhook)
process.stdout.write(JSON.stringify(seen))
