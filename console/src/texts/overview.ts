import type { Overview } from '@tocsin/contract/console/overview.ts'
import { formatNumber } from './format.ts'
import { locale } from './locale.ts'
import { pageTitles } from './page-titles.ts'
import { plural } from './plural.ts'
import { defineTexts } from './define-texts.ts'

/** Formats a day such as 2026-09-30. The time zone is UTC, so that browsers in all time zones show the same day. */
const days = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
const shortDays = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

export const overviewTexts = defineTexts({
  title: pageTitles.overview,
  open: (count: number) => plural(count, { one: '# open incident', other: '# open incidents' }),
  /** Text that screen readers read after a number of open incidents. */
  openUnit: (count: number) => plural(count, { one: 'open incident', other: 'open incidents' }),

  priorities: 'Open by priority',
  states: 'Open by state',

  days: {
    title: 'Opened and closed',
    period: 'Last 30 days',
    opened: 'Opened',
    closed: 'Closed',
    day: (date: string) => days.format(new Date(date)),
    shortDay: (date: string) => shortDays.format(new Date(date)),
    columnDay: 'Day',
    openedOn: (date: string, count: number) =>
      plural(count, { one: '# incident opened', other: '# incidents opened' }) + `, ${days.format(new Date(date))}`,
    summary: describeDays,
    showTable: 'Show the numbers',
    hideTable: 'Hide the numbers',
    newest: 'Newest incidents',
    latelyClosed: 'Recently closed',
  },

  locations: {
    title: 'Locations with the most open incidents',
    none: 'No open incident names a location.',
  },

  unassigned: {
    title: 'Waiting longest for an assignee',
    none: 'Every open incident is assigned to somebody.',
    all: 'All unassigned',
  },

  quiet: {
    title: 'Nothing is open',
    explanation: 'No incident is open, and none was reported or closed in the last 30 days.',
    report: 'Report an incident',
  },
})

/** Describes the chart of opened and closed incidents in one or two sentences for screen readers. */
function describeDays(all: Overview['days']): string {
  const opened = all.reduce((sum, { created }) => sum + created, 0)
  const closed = all.reduce((sum, day) => sum + day.closed, 0)
  const busiest = all.reduce((most, day) => (day.created > most.created ? day : most))
  const totals = `In the last 30 days, ${formatNumber(opened)} were opened and ${formatNumber(closed)} closed.`
  if (busiest.created === 0) return totals
  return `${totals} Most were opened on ${days.format(new Date(busiest.date))}: ${formatNumber(busiest.created)}.`
}
