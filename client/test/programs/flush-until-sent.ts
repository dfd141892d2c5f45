import { setTimeout } from 'node:timers/promises'
import { TocsinClient } from '@tocsin/client'
import { FileStore } from '@tocsin/client/stores/file'

/** Flushes the queue in a folder until no entry is waiting: `flush-until-sent <folder> <url> <key>`. */
const [folder, baseUrl, apiKey] = process.argv.slice(2) as [string, string, string]
const client = new TocsinClient({ baseUrl, apiKey, retry: { attemptsMaximum: 2, firstDelayMs: 2 } })
const queue = await client.offline(await FileStore.open(folder))

for (let result = await queue.flush(); result.waiting > 0; result = await queue.flush()) {
  if (result.parked > 0) throw new Error(`parked: ${JSON.stringify(await queue.entries())}`)
  await setTimeout(5)
}
