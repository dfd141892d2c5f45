import { makeTemporaryFolder, removeFolder } from '@tocsin/server/test/support/temporary-folder.ts'
import { Command } from 'commander'
import { printMarkdown, printReport } from '../report.ts'
import { measureCosts } from './measure-costs.ts'
import { measureOpenPages } from './measure-open-pages.ts'
import { closeSite, openSite } from './site.ts'

const { organizations, pages } = new Command('bench:organizations')
  .description('measure the costs of many organizations, and of many open pages of the console')
  .option('--organizations <count>', 'number of organizations with ten incidents each', Number, 100_000)
  .option('--pages <count>', 'number of organizations with an open page', Number, 2_000)
  .parse()
  .opts<{ organizations: number; pages: number }>()

const fewOrganizations = 11
/** Number of organizations that get requests. They are copies of one organization, which itself gets no requests. */
const measuredOrganizations = fewOrganizations - 1

// Allow any number of listeners: each server that this process starts adds listeners that end it with this process.
process.setMaxListeners(0)
const folder = await makeTemporaryFolder('bench-organizations')
try {
  const paged = await openSite(folder, pages + 1, pages)
  const openPages = await measureOpenPages(paged)
  process.stderr.write(`${printMarkdown({ measuredAt: '', machine: '', sections: [openPages] })}\n`)
  await closeSite(paged)
  const few = await openSite(folder, fewOrganizations, measuredOrganizations)
  const many = await openSite(folder, organizations, measuredOrganizations)
  const { section: costs, sites } = await measureCosts(few, many)
  for (const site of sites) await closeSite(site)
  printReport([openPages, costs])
} finally {
  await removeFolder(folder)
}
