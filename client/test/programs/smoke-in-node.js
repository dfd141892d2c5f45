import { TocsinClient } from '@tocsin/client'
import { FileStore } from '@tocsin/client/stores/file'
import { smoke } from './smoke.js'

const [baseUrl, apiKey, folder] = process.argv.slice(2)
const store = await FileStore.open(folder)
const seen = await smoke(new TocsinClient({ baseUrl, apiKey }), store, `From Node ${process.version}`)
process.stdout.write(JSON.stringify(seen))
