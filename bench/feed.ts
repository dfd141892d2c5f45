import { resolve } from 'node:path'
import { makeTemporaryFolder, removeFolder } from '@tocsin/server/test/support/temporary-folder.ts'
import { Command } from 'commander'
import { measureFeedLatency } from './measure-feed-latency.ts'
import { measureOpenTransactions } from './measure-open-transactions.ts'
import { measureServers } from './measure-servers.ts'
import { printReport, type Section } from './report.ts'
import { thisCheckout } from './server-under-test.ts'
import { openSide, type Side } from './side.ts'

// Measures the cost of events in commit order: the delay until a follower of the feed receives an event, and the rate
// of creations. The rate is measured while other transactions stay open, and with several servers in one organization.

const { against, minutes, only } = new Command('bench:feed')
  .description('measure the feed: its delay, creations beside open transactions, and several servers')
  .option('--against <folder>', 'also measure several servers of another checkout, by turns in the same run')
  .option('--minutes <number>', 'minutes for which transactions stay open together', Number, 1)
  .option('--only <part>', 'delay, transactions or servers')
  .parse()
  .opts<{ against?: string; minutes: number; only?: string }>()

const folder = await makeTemporaryFolder('feed')
const sides: Side[] = []
try {
  const sections: Section[] = []
  const isWanted = (part: string) => only === undefined || only === part
  const side = await open('new', thisCheckout)
  if (isWanted('delay')) sections.push(await measureFeedLatency(side))
  if (isWanted('transactions')) {
    sections.push(await measureOpenTransactions(side, await open('beside', thisCheckout), minutes))
  }
  if (isWanted('servers')) {
    sections.push(await measureServers(against ? [await open('old', resolve(against)), side] : [side]))
  }
  printReport(sections)
} finally {
  for (const side of sides) await side.stop()
  await removeFolder(folder)
}

/** Opens a checkout with the measured organization and another organization. */
async function open(label: string, checkout: string): Promise<Side> {
  const side = await openSide(label, checkout, folder, [20_000, 1_000])
  sides.push(side)
  return side
}
