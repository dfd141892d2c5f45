import { queryOptions } from '@tanstack/react-query'
import type { FirstSteps } from '@tocsin/contract/console/first-steps.ts'
import { call } from '../../api/call.ts'

export type StepName = keyof FirstSteps

/** Names of the first steps of a new organization, in the order in which they are shown. */
export const stepNames: readonly StepName[] = ['reportForms', 'locations', 'colleagues', 'incident', 'apiKey']

/** Query for the first steps of the organization. It is never cached, so that a step is ticked as soon as it is done. */
export const firstStepsQuery = queryOptions({
  queryKey: ['overview', 'first-steps'],
  queryFn: ({ signal }) => call<FirstSteps>('GET', '/overview/first-steps', { signal }),
  staleTime: 0,
})
