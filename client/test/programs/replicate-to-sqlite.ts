import { TocsinClient } from '@tocsin/client'
import { replicate } from '@tocsin/client/replicate'
import { SqliteReplica } from '../support/sqlite-replica.ts'

/**
 * Replicates the register into an SQLite file until it is killed: `replicate-to-sqlite <file> <url> <key>`. Prints a line
 * for each step.
 */
const [file, baseUrl, apiKey] = process.argv.slice(2) as [string, string, string]
const client = new TocsinClient({ baseUrl, apiKey, retry: { delayMaximumMs: 200 } })

for await (const { checkpoint, isCurrent } of replicate(client, new SqliteReplica(file), { waitSeconds: 5 })) {
  process.stdout.write(`${checkpoint.walk ? 'walking' : isCurrent ? 'current' : 'following'}\n`)
}
