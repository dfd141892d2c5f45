import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { WebhookAttempt, WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { isProblem } from '../api/api-problem.ts'
import { call } from '../api/call.ts'
import { callPage, type Page } from '../api/pages.ts'

/** Milliseconds between two reads of a visible page about webhooks. Live updates do not report deliveries. */
export const readAgainMs = 5_000

const pageSize = 20

/** Query for all webhook endpoints, oldest first. */
export const endpointsQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  async queryFn({ signal }) {
    const { data } = await call<{ data: WebhookEndpoint[] }>('GET', '/webhook-endpoints', { signal })
    return data
  },
})

export const endpointQuery = (id: Uuid) =>
  queryOptions({
    queryKey: ['webhooks', 'endpoint', id],
    queryFn: ({ signal }) => call<WebhookEndpoint>('GET', pathOf(id), { signal }),
    refetchInterval: ({ state: { error } }) => (isGone(error) ? false : readAgainMs),
  })

/** Query for the attempts to deliver events to an endpoint, latest attempt first, page by page. */
export const attemptPagesQuery = (id: Uuid) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', 'attempts', id],
    queryFn: ({ pageParam, signal }) =>
      callPage<WebhookAttempt>(`${pathOf(id)}/attempts`, { query: { limit: pageSize, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: Page<WebhookAttempt>) => next,
    refetchInterval: readAgainMs,
  })

export const pathOf = (id: Uuid): string => `/webhook-endpoints/${encodeURIComponent(id)}`

/** Returns true if the error means that the endpoint is deleted or unknown, or that its id is invalid. */
export const isGone = (error: unknown): boolean => isProblem(error, 'webhook_endpoint_not_found', 'invalid_request')
