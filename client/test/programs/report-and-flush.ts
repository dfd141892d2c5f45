import { TocsinClient } from '@tocsin/client'
import { FileStore } from '@tocsin/client/stores/file'

/**
 * Queues and flushes incidents one by one, and queues a comment on each incident during its flush: `report-and-flush
 * <folder> <url> <key> <name> <count>`.
 */
const [folder, baseUrl, apiKey, name, count] = process.argv.slice(2) as [string, string, string, string, string]
const queue = await new TocsinClient({ baseUrl, apiKey }).offline(await FileStore.open(folder))
const outcomes = new Set<string>()
for (let index = 0; index < Number(count); index++) {
  const receipt = await queue.create({ name: `${name} ${index}` })
  if (!receipt.isQueued) throw new Error(JSON.stringify(receipt))
  const flushing = queue.flush()
  await queue.comment(receipt, { message: `on ${name} ${index}` })
  outcomes.add((await flushing).outcome)
}
process.stdout.write(JSON.stringify([...outcomes]))
