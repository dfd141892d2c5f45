import { once } from 'node:events'
import { startEmbeddedPostgres } from '../../src/database/embedded.ts'

// Program for tests that need a second process: starts the embedded PostgreSQL in the data folder that the first
// argument names, prints the connection, and releases PostgreSQL when standard input ends.
const embedded = await startEmbeddedPostgres(process.argv[2] ?? '', () => undefined)
process.stdout.write(`${JSON.stringify(embedded.connection)}\n`)
process.stdin.resume()
await once(process.stdin, 'end')
await embedded.release()
