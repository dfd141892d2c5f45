import type { LocationImportMessage, LocationImportReport } from '@tocsin/contract/console/location-import.ts'
import { lockOrganization } from '../../database/lock-organization.ts'
import type { CheckAccess } from '../../identity/guards/authenticate-session.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findNamedLocations, findNamedPoints } from './queries.ts'
import { storeLocations, storePoints } from '../store-added.ts'
import { planImport, type ImportPlan } from './plan.ts'
import type { LocationFile, LocationLine } from './read-location-file.ts'

const chunkLines = 500

/**
 * Imports a file of locations and points, and adds those that do not exist yet. Each transaction imports up to 500
 * lines. After an interruption, the same file can be imported again.
 * @param checkAccess called before each transaction. The import ends with the problem that it throws.
 * @returns messages with the number of imported lines. The last message contains the report.
 */
export async function* importLocations(
  scope: OrganizationScope,
  { lines, rejectedLines }: LocationFile,
  checkAccess: CheckAccess,
): AsyncGenerator<LocationImportMessage> {
  const report: LocationImportReport = {
    locationsAdded: 0,
    pointsAdded: 0,
    linesUnchanged: 0,
    refused: [...rejectedLines],
  }
  const total = lines.length
  yield { done: 0, total }
  for (let start = 0; start < total; start += chunkLines) {
    await checkAccess()
    const plan = await importLines(scope, lines.slice(start, start + chunkLines))
    report.locationsAdded += plan.locations.length
    report.pointsAdded += plan.points.length
    report.linesUnchanged += plan.linesUnchanged
    report.refused.push(...plan.rejectedLines)
    yield { done: Math.min(start + chunkLines, total), total }
  }
  report.refused.sort((one, other) => one.line - other.line)
  yield { report }
}

const importLines = (scope: OrganizationScope, lines: LocationLine[]): Promise<ImportPlan> =>
  scope.transaction(async (inner) => {
    await lockOrganization(inner)
    const externalIds = lines.flatMap(({ externalId }) => externalId ?? [])
    const locations = await findNamedLocations(inner, unique(lines.map(({ location }) => location)), externalIds)
    const points = await findNamedPoints(
      inner,
      locations.map(({ id }) => id),
      unique(lines.flatMap(({ point }) => point ?? [])),
    )
    const plan = planImport(lines, locations, points)
    await storeLocations(inner, plan.locations)
    await storePoints(inner, plan.points)
    return plan
  })

const unique = (names: string[]): string[] => [...new Set(names)]
