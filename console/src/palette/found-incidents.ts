import { queryOptions } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { callPage } from '../api/pages.ts'

/** Maximum number of incidents that the palette shows. */
const foundMaximum = 8

/**
 * Query for the incidents that the palette shows: the incident with the typed number, such as `1042` or `#1042`, and
 * those that the search of the incident list would find.
 */
export const foundIncidentsQuery = (text: string) =>
  queryOptions({
    queryKey: ['incidents', 'found', text],
    async queryFn({ signal }) {
      const read = (query: Record<string, string>) =>
        callPage<IncidentResponse>('/incidents', { query: { ...query, limit: foundMaximum }, signal })
      const number = numberIn(text)
      const [numbered, worded] = await Promise.all([
        number === undefined ? undefined : read({ number }),
        text.startsWith('#') ? undefined : read({ q: text }),
      ])
      const found = [...(numbered?.items ?? []), ...(worded?.items ?? [])]
      return [...new Map(found.map((incident) => [incident.id, incident])).values()].slice(0, foundMaximum)
    },
  })

/** Returns the incident number in the text, with or without `#` before it; undefined if the text is not a number. */
export const numberIn = (text: string): string | undefined => /^#?(\d{1,15})$/.exec(text)?.[1]
