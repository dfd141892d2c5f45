import { setTimeout as wait } from 'node:timers/promises'
import { cycle } from '../data.ts'
import { medianOf, sendLoad } from '../http-load.ts'
import { milliseconds, times, type Section } from '../report.ts'
import { writeRequest, type Request } from '../requests.ts'
import { creationBody, type Copy } from './copy-organization.ts'
import { cpuOf, readCpu, restart, type Cpu, type Site } from './site.ts'

const callers = 8

interface Work {
  name: string
  rounds: number
  /** Number of requests or seconds in one round. The CPU time is divided by it. */
  units: number
  /**
   * Does the work on the server of one site.
   * @returns the CPU time of the work. After a restart of the server, also the site with its new processes.
   */
  measure(site: Site): Promise<Cpu & { restarted?: Site }>
}

const operation = (
  name: string,
  requests: number,
  make: (copy: Copy, n: number) => Request,
  credentialsOf: (copy: Copy, n: number) => Record<string, string> = ({ keys }) => keys[0]!,
): Work => ({
  name,
  rounds: 5,
  units: requests,
  measure: (site) => {
    const written = Array.from({ length: requests }, (_, n) => {
      const copy = site.copies[n % site.copies.length]!
      return writeRequest(make(copy, n), credentialsOf(copy, Math.floor(n / site.copies.length)))
    })
    const extent = { requests, maximumSeconds: 120 }
    const load = { port: site.server.port, connections: callers, requests: written, repeats: false, extent }
    return cpuOf(site, () => sendLoad(load))
  },
})

const get = (path: string) => () => ({ method: 'GET', path })

const newest = get('/api/v1/incidents?limit=10')
const inConsole = get('/api/console/incidents?limit=10')

const works: Work[] = [
  {
    name: 'a start, and the five seconds after it',
    rounds: 3,
    units: 1,
    async measure(site) {
      const restarted = await restart(site)
      await wait(5_000)
      // A restart makes new processes, so all CPU time that these processes have used belongs to the start.
      return { ...(await readCpu(restarted)), restarted }
    },
  },
  { name: 'a second without requests', rounds: 3, units: 10, measure: (site) => cpuOf(site, () => wait(10_000)) },
  { name: 'a second with one `/metrics`', rounds: 3, units: 10, measure: (site) => cpuOf(site, () => scrape(site)) },
  operation('newest 10, with another key each time', 2_000, newest, ({ keys }, n) => cycle(keys, n)),
  operation('newest 10, with another session each time', 2_000, inConsole, ({ sessions }, n) => cycle(sessions, n)),
  operation('newest 10', 2_000, newest),
  operation('search', 1_000, get('/api/v1/incidents?q=freezer&limit=10')),
  operation('create an incident', 2_000, (_, n) => ({
    method: 'POST',
    path: '/api/v1/incidents',
    body: creationBody(n),
  })),
  operation(
    'sign in',
    60,
    ({ email, password }) => ({ method: 'POST', path: '/api/console/session', body: { email, password } }),
    () => ({}),
  ),
]

async function scrape({ server }: Site): Promise<void> {
  for (let second = 0; second < 10; second++) {
    await (await fetch(`${server.url}/metrics`)).text()
    await wait(1_000)
  }
}

/**
 * Measures the costs of the same work with few and with many organizations. Alternates between the two sites, and sends
 * the requests to the same number of organizations at both.
 * @returns the report, and both sites with the processes that run after the last restart of their servers.
 */
export async function measureCosts(few: Site, many: Site): Promise<{ section: Section; sites: [Site, Site] }> {
  const sites: [Site, Site] = [few, many]
  const rows: string[][] = []
  for (const { name, rounds, units, measure } of works) {
    const measured: [Cpu[], Cpu[]] = [[], []]
    // Do not count round -1. It warms up: it compiles code and loads pages of the database into memory.
    for (let round = -1; round < rounds; round++) {
      for (const place of [0, 1] as const) {
        const { restarted, server, postgres } = await measure(sites[place])
        if (restarted) sites[place] = restarted
        if (round >= 0) measured[place].push({ server: server / units, postgres: postgres / units })
      }
    }
    const [withFew, withMany] = [medianOf(measured[0]), medianOf(measured[1])]
    const ratio = (withMany.server + withMany.postgres) / (withFew.server + withFew.postgres)
    rows.push([name, write(withFew), write(withMany), times(ratio)])
    process.stderr.write(`${rows.at(-1)!.join(' | ')}\n`)
  }
  const heads = ['CPU of server + PostgreSQL', few.label, many.label, 'ratio']
  return { section: { title: 'Costs with many organizations', heads, rows }, sites }
}

const write = ({ server, postgres }: Cpu): string => `${milliseconds(server)} + ${milliseconds(postgres)}`
