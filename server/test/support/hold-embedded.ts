import { once } from 'node:events'
import { startEmbeddedPostgres } from '../../src/database/embedded.ts'

// Program that tests run as a second process. The first argument is the path of a data folder. The program starts the
// embedded PostgreSQL of the folder, prints the connection, and releases PostgreSQL when standard input ends.
const embedded = await startEmbeddedPostgres(process.argv[2] ?? '', () => undefined)
process.stdout.write(`${JSON.stringify(embedded.connection)}\n`)
process.stdin.resume()
await once(process.stdin, 'end')
await embedded.release()
