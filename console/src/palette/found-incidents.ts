import { queryOptions } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { callPage } from '../api/pages.ts'

/** Maximum number of incidents that the palette shows. */
const foundMaximum = 8

/** Query for the incidents with a number, for example `1042` or `#1042`, or with words, as the list finds them. */
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

/** Returns the number that the text may name; undefined if it is no number. */
export const numberIn = (text: string): string | undefined => /^#?(\d{1,15})$/.exec(text)?.[1]
