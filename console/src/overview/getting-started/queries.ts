import { queryOptions } from '@tanstack/react-query'
import type { ApiKey } from '@tocsin/contract/console/api-key.ts'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { call } from '../../api/call.ts'
import { callPage } from '../../api/pages.ts'

/** Names of the steps for setting up an organization, in order. */
const stepNames = ['configuration', 'locations', 'keys', 'incident'] as const
export type StepName = (typeof stepNames)[number]

export interface Step {
  name: StepName
  isDone: boolean
}

/** Query for the steps of setting up the organization. It reports for each step whether the step is finished. */
export const gettingStartedQuery = queryOptions({
  queryKey: ['overview', 'getting-started'],
  queryFn: ({ signal }) => readSteps(signal),
})

async function readSteps(signal: AbortSignal): Promise<Step[]> {
  const hasAny = async (path: string) => (await callPage(path, { query: { limit: 1 }, signal })).items.length > 0
  const [{ revision, types }, hasLocation, keys, hasIncident] = await Promise.all([
    call<CreationConfiguration>('GET', '/creation-configurations/current', { signal }),
    hasAny('/locations'),
    call<{ data: ApiKey[] }>('GET', '/keys', { signal }),
    hasAny('/incidents'),
  ])
  const isDone: Record<StepName, boolean> = {
    // Each organization starts with an empty first revision, which does not make this step finished.
    configuration: revision > 1 || types.length > 0,
    locations: hasLocation,
    keys: keys.data.length > 0,
    incident: hasIncident,
  }
  return stepNames.map((name) => ({ name, isDone: isDone[name] }))
}
