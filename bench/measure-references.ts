import { median, type Measurement } from './http-load.ts'
import { prepareForWrites } from './housekeeping.ts'
import { connections, measureOperation } from './measure-operation.ts'
import { creation, newest, type Operation } from './operations.ts'
import { measureDriver, measurePgbench, newestAnswers, newestRows, singleInsert, type Reference } from './references.ts'
import { milliseconds, perSecond, times, type Row, type Section } from './report.ts'
import type { Bench, MeasuredOrganization } from './run.ts'

/** Creation and listing against the same work done without HTTP, at the same concurrency. */
export async function measureAgainstReferences(bench: Bench): Promise<Section[]> {
  const organization = bench.written
  return [
    await compare(bench, organization, creation(organization.id), [singleInsert]),
    await compare(bench, organization, newest, [newestRows, newestAnswers]),
  ]
}

async function compare(
  bench: Bench,
  organization: MeasuredOrganization,
  operation: Operation,
  references: Reference[],
): Promise<Section> {
  const http: Measurement[] = []
  const byReference = references.map((reference) => ({
    reference,
    driver: [] as Measurement[],
    pgbench: [] as Measurement[],
  }))
  const load = {
    connection: bench.connection,
    organizationId: organization.id,
    connections,
    seconds: bench.extent.seconds,
  }
  await prepareForWrites(bench.database.pool)
  await measureOperation(bench, organization, operation, { seconds: 1 })
  // In turn, so that a noisy minute falls on all of them.
  for (let run = 0; run < bench.extent.runs; run++) {
    http.push(await measureOperation(bench, organization, operation, { seconds: bench.extent.seconds }))
    for (const { reference, driver, pgbench } of byReference) {
      driver.push(await measureDriver(reference, load))
      const measured = await measurePgbench(reference, load, bench.folder)
      if (measured) pgbench.push(measured)
    }
  }
  const measured = median(http)
  const title = `${operation.name}, ${organization.rows.toLocaleString('en')} Incidents, ${connections} connections`
  return {
    title,
    rows: [
      { what: 'median', value: perSecond(measured.perSecond) },
      { what: 'p50 / p99', value: `${milliseconds(measured.p50Ms)} / ${milliseconds(measured.p99Ms)}` },
      ...byReference.flatMap(({ reference: { name }, driver, pgbench }) => [
        against(measured, `the bare driver: ${name}`, driver),
        ...(pgbench.length > 0 ? [against(measured, `pgbench: ${name}`, pgbench)] : []),
      ]),
    ],
  }
}

function against(measured: Measurement, reference: string, runs: Measurement[]): Row {
  const { perSecond: rate } = median(runs)
  return {
    what: `against ${reference}`,
    value: perSecond(measured.perSecond),
    ratio: times(measured.perSecond / rate),
    reference: perSecond(rate),
  }
}
