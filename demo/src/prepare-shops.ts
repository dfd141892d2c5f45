import type { Uuid } from '@tocsin/contract/scalars.ts'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { archiveLocation, archivePoint, archiveUser } from '../../server/src/directory/archive.ts'
import { createIncident } from '../../server/src/incidents/create/create.ts'
import { readResponse } from '../../server/src/incidents/response.ts'
import type { MediaStorage } from '../../server/src/media/storage/storage.ts'
import { createOrganization } from '../../server/src/organizations/create.ts'
import { auditorScope } from '../../server/src/organizations/queries.ts'
import type { OrganizationScope } from '../../server/src/scope.ts'
import type { Service } from '../../server/src/service.ts'
import { findStates } from '../../server/src/workflow/state-queries.ts'
import { addComments, attachPhotos } from './add-comments.ts'
import { backdateRevision, storeHistories } from './queries.ts'
import { randomFrom, type Random } from './random.ts'
import { talk } from './shop-comments.ts'
import { firstConfiguration, secondConfiguration } from './shop-configuration.ts'
import { addShopLocations, addShopStaff, closedShop, replacedTill, depot, type DemoLocation } from './shop-directory.ts'
import { commentStory } from './comment-story.ts'
import { incidentHistory } from './incident-history.ts'
import { dayMs, secondConfigurationAgeMs, incidentStory, type StoryIncident } from './incident-story.ts'

export const shopsName = 'Fairmark Food Stores'
const incidentCount = 200
const photosOfIncidents = 4
const firstConfigurationAgeMs = 70 * dayMs

/** Function that receives the completed share of the work, from 0 to 1. */
export type ReportProgress = (share: number) => void

/** Creates the main organization of the demo: a chain of food stores with eight weeks of incidents. */
export async function prepareShops(
  service: Service,
  storage: MediaStorage,
  onProgress: ReportProgress,
): Promise<OrganizationScope> {
  const random = randomFrom(1)
  const nowMs = Date.now()
  const catalogue = firstConfiguration()
  const operator = await createOrganization(service, shopsName, catalogue.configuration)
  await backdateRevision(operator, 1, firstConfigurationAgeMs)
  const locations = await addShopLocations(operator)
  const staff = await addShopStaff(operator)
  const idOf = (name: string): Uuid => locations.find((location) => location.name === name)!.id

  const story = incidentStory(random, catalogue, locations, incidentCount, nowMs)
  const reporters = await reportersOf(operator, staff)
  onProgress(0.1)
  const early = await report(random, reporters, story.first)
  onProgress(0.25)
  await archiveLocation(operator, idOf(closedShop))
  const second = secondConfiguration(catalogue, {
    depotId: idOf(depot),
    safetyOfficerId: staff[1]!,
    tillTechnicianId: staff[2]!,
  })
  await backdateRevision(operator, await publishConfiguration(operator, second), secondConfigurationAgeMs)
  const late = await report(random, reporters, story.second)

  onProgress(0.4)
  await addWork(operator, storage, random, [...early, ...late], staff, nowMs)
  await archivePoint(operator, pointId(locations, replacedTill))
  await archiveUser(operator, staff.at(-1)!)
  onProgress(1)
  return operator
}

function pointId(locations: DemoLocation[], { shop, point }: { shop: string; point: string }): Uuid {
  const { points } = locations.find(({ name }) => name === shop)!
  return points.find(({ name }) => name === point)!.id
}

interface ReportedIncident extends StoryIncident {
  id: Uuid
  stateId: Uuid
  assigneeId: Uuid | null
}

/** Adds the work on reported incidents: states, assignees, comments and photos. */
async function addWork(
  operator: OrganizationScope,
  storage: MediaStorage,
  random: Random,
  reported: ReportedIncident[],
  staff: Uuid[],
  nowMs: number,
): Promise<void> {
  const stateIds = (await findStates(operator)).map(({ id }) => id)
  const histories = reported.map((incident) => ({
    typeName: incident.typeName,
    ...incidentHistory(random, incident, stateIds, staff, nowMs),
  }))
  const comments = histories.flatMap((history) =>
    commentStory(random, history, history.typeName, staff, nowMs).map((comment) => ({
      ...comment,
      scene: talk[history.typeName]!.scene,
    })),
  )
  await addComments(operator, storage, random, comments)
  const snapshots = histories.slice(-photosOfIncidents).map(({ id, typeName }) => ({
    scope: operator.actingAs(staff[0]!),
    subject: { incidentId: id },
    scene: talk[typeName]!.scene,
  }))
  await attachPhotos(storage, random, snapshots)
  await storeHistories(operator, histories)
}

/**
 * Returns scopes from which `report` picks the reporter of each incident at random. Four scopes in five act as the
 * External API auditor, so that most incidents come from the API.
 */
async function reportersOf(operator: OrganizationScope, staff: Uuid[]): Promise<OrganizationScope[]> {
  const auditor = await auditorScope(operator)
  const people = staff.map((id) => operator.actingAs(id))
  return [...Array.from({ length: people.length * 4 }, () => auditor), ...people]
}

async function report(
  random: Random,
  reporters: OrganizationScope[],
  story: StoryIncident[],
): Promise<ReportedIncident[]> {
  const reported: ReportedIncident[] = []
  for (const one of story) {
    const { response } = await createIncident(random.pick(reporters), one.body)
    const { id, stateId, assigneeId } = readResponse(response)
    reported.push({ ...one, id, stateId, assigneeId })
  }
  return reported
}
