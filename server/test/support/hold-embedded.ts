import { once } from 'node:events'
import { startEmbeddedPostgres } from '../../src/database/embedded.ts'

// A process of its own for the tests: holds the cluster of the folder it is given until its input ends.
const embedded = await startEmbeddedPostgres(process.argv[2] ?? '', () => undefined)
process.stdout.write(`${JSON.stringify(embedded.connection)}\n`)
process.stdin.resume()
await once(process.stdin, 'end')
await embedded.release()
