import pg from 'pg'
import { medianOf } from './http-load.ts'
import { measureOperation } from './measure-operation.ts'
import { creation } from './operations.ts'
import { perSecond, times, type Section } from './report.ts'
import type { Side } from './side.ts'

const sampleSeconds = 5

/** Function that begins a transaction of one kind in the database of a side. */
type Begin = (sql: pg.Client, side: Side) => Promise<unknown>

const writeOfAnother: Begin = (sql, { organizations: [, other] }) =>
  sql.query(`begin; update locations set name = name where organization_id = '${other!.id}'`)
const snapshotOfSame: Begin = (sql, { organizations: [measured] }) =>
  sql.query(
    `begin isolation level repeatable read; select count(*) from incidents where organization_id = '${measured!.id}'`,
  )

/**
 * Measures the rate of creations while other transactions stay open and prevent vacuum from removing dead rows.
 * Compares it with the rate on an equal server without open transactions.
 * @param side checkout in whose database the transactions are open.
 * @param free equal checkout, whose database has no open transactions.
 * @param minutes duration of the last run, with both kinds of open transactions. The earlier runs have one kind each
 *   and last a minute.
 */
export async function measureOpenTransactions(side: Side, free: Side, minutes: number): Promise<Section> {
  const runs: { name: string; begins: Begin[]; minutes: number }[] = [
    { name: 'idle after a write of another organization', begins: [writeOfAnother], minutes: 1 },
    { name: 'with a snapshot of the same organization', begins: [snapshotOfSame], minutes: 1 },
    { name: `both, for ${minutes} min`, begins: [writeOfAnother, snapshotOfSame], minutes },
  ]
  const rows: string[][] = []
  for (const run of runs) {
    const finish = await Promise.all(run.begins.map((begin) => openTransaction(side, begin)))
    const rates = await measureRates(side, free, run.minutes)
    for (const commit of finish) await commit()
    const { without, beside } = medianOf(rates)
    const lastQuarter = rates.slice(Math.floor(rates.length * 0.75))
    rows.push([run.name, perSecond(without), perSecond(beside), ratioOf(rates), ratioOf(lastQuarter)])
  }
  return {
    title: 'Creations beside open transactions',
    heads: ['open transaction', 'without', 'beside it', 'ratio', 'ratio in the last quarter'],
    rows,
  }
}

/**
 * Begins a transaction.
 * @returns a function that commits the transaction, and fails if it has already ended.
 */
async function openTransaction(side: Side, begin: Begin): Promise<() => Promise<void>> {
  const holder = new pg.Client(side.connection)
  await holder.connect()
  await begin(holder, side)
  return async () => {
    await holder.query('commit')
    await holder.end()
  }
}

interface Rates {
  without: number
  beside: number
}

async function measureRates(side: Side, free: Side, minutes: number): Promise<Rates[]> {
  const endsAtMs = performance.now() + minutes * 60_000
  const rates: Rates[] = []
  while (performance.now() < endsAtMs) rates.push({ without: await rateOf(free), beside: await rateOf(side) })
  return rates
}

const rateOf = async (side: Side): Promise<number> =>
  (await measureOperation(side, side.organizations[0]!, creation, { seconds: sampleSeconds })).perSecond

/** Divides the rate with open transactions by the rate without, in each round. Returns the median of these ratios. */
const ratioOf = (rates: Rates[]): string =>
  times(medianOf(rates.map(({ without, beside }) => ({ ratio: beside / without }))).ratio)
