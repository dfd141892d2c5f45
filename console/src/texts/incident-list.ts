import type { Priority } from '@tocsin/contract/api/incident.ts'
import { formatInstant, formatNumber } from './format.ts'
import { incidentTexts } from './incidents.ts'
import { plural } from './plural.ts'

const filterNames = {
  stateId: 'State',
  priority: 'Priority',
  typeId: 'Type',
  categoryId: 'Category',
  locationId: 'Location',
  pointId: 'Point',
  assigneeId: 'Assignee',
  createdBy: 'Reporter',
  tags: 'Tag',
  externalId: 'External id',
}

const sortNames = {
  name: 'Name',
  priority: 'Priority',
  createdAt: 'Created',
  lastModifiedAt: 'Changed',
  occurredAt: 'Occurred',
}

type SortName = keyof typeof sortNames

const times = ['oldest first', 'newest first'] as const
const directions: Record<SortName, readonly [ascending: string, descending: string]> = {
  name: ['A to Z', 'Z to A'],
  priority: ['least urgent first', 'most urgent first'],
  createdAt: times,
  lastModifiedAt: times,
  occurredAt: times,
}

const incidents = { one: '# Incident', other: '# Incidents' }

export const incidentListTexts = {
  title: 'Incidents',
  grid: 'Incidents',
  asBoard: 'As board',
  asList: 'As list',
  report: 'Report an Incident',
  found: (count: number, hasMore: boolean) =>
    hasMore ? `More than ${formatNumber(count)} Incidents` : plural(count, incidents),
  loadMoreFailed: 'More Incidents could not be loaded',
  showNew: (count: number) => plural(count, { one: 'Show # new Incident', other: 'Show # new Incidents' }),

  columns: {
    state: 'State',
    typeId: 'Type',
    locationId: 'Location',
    assigneeId: 'Assignee',
    ...sortNames,
  },
  keyboard: {
    search: 'Search',
    next: 'Next Incident',
    previous: 'Previous Incident',
    open: 'Open the Incident',
    select: 'Select the Incident',
    selectRange: 'Select from the last one to here',
  },

  search: { label: 'Search names and tags', clear: 'Clear the search' },
  sort: {
    button: (first: string) => `Sort: ${first}`,
    hint: 'Choose a second key to sort Incidents that are equal in the first.',
    by: (name: SortName) => sortNames[name],
    direction: (name: SortName, isDescending: boolean) => directions[name][isDescending ? 1 : 0],
    off: 'not sorted by',
    header: (name: string) => `Sort by ${name} (Shift-click to add it as a further key)`,
  },
  filters: {
    label: 'Filters',
    button: (count: number) => (count > 0 ? `Filters (${formatNumber(count)})` : 'Filters'),
    more: 'More filters',
    names: filterNames,
    after: 'Last changed from',
    before: 'Last changed until',
    assigned: 'Has an assignee',
    unassigned: 'Unassigned',
    me: 'Me',
    allOpen: 'All open',
    allClosed: 'All closed',
    archived: (name: string) => `${name} (archived)`,
    find: {
      stateId: 'Find a state',
      priority: 'Find a priority',
      typeId: 'Find a Type',
      categoryId: 'Find a Category',
      locationId: 'Find a Location',
      pointId: 'Find a Point',
      assigneeId: 'Find an assignee',
      createdBy: 'Find a reporter',
    },
    type: (name: string) => `${name}, then Enter`,
    pointNeedsLocation: 'Choose a Location first: its Points appear here.',
    noPoints: (locations: number) =>
      plural(locations, { one: 'The chosen Location has no Points.', other: 'The chosen Locations have no Points.' }),
    clearAll: 'Clear all',
    chips: 'Active filters',
    remove: (chip: string) => `Remove filter ${chip}`,
    chip: (filter: keyof typeof filterNames, value: string) => `${filterNames[filter]}: ${value}`,
    search: (text: string) => `Contains: ${text}`,
    from: (instant: string) => `Changed from ${formatInstant(instant)}`,
    to: (instant: string) => `Changed until ${formatInstant(instant)}`,
    createdFrom: (instant: string) => `Created from ${formatInstant(instant)}`,
    createdUntil: (instant: string) => `Created until ${formatInstant(instant)}`,
    unknown: 'unknown',
    done: 'Show the Incidents',
  },
  exportCsv: 'Export as CSV',
  more: 'More actions',

  empty: {
    title: 'No Incidents yet',
    explanation:
      'Report the first one here, or let your systems send them through the API: an administrator issues keys.',
  },
  nothingMatches: {
    title: 'Nothing matches these filters',
    explanation: 'Remove one of them, or clear them all to see every Incident.',
  },

  bulk: {
    bar: 'Selected Incidents',
    selected: (count: number) => plural(count, { one: '# selected', other: '# selected' }),
    selectRow: (name: string) => `Select ${name}`,
    selectAll: 'Select all loaded Incidents',
    move: 'Move to…',
    allowedFor: (count: number, of: number) =>
      count === of ? '' : `for ${formatNumber(count)} of ${formatNumber(of)}`,
    nowhere: 'The workflow has no transition from here',
    assign: 'Assign…',
    findPerson: 'Find a person',
    prioritize: 'Priority…',
    toMe: (name: string) => `${name} (me)`,
    clear: 'Clear the selection',
    moved: (count: number, state: string) => `${plural(count, incidents)} moved to ${state}`,
    assigned: (count: number, name: string) => `${plural(count, incidents)} assigned to ${name}`,
    freed: (count: number) => `${plural(count, incidents)} now without an assignee`,
    prioritized: (count: number, priority: Priority) =>
      `Priority of ${plural(count, incidents)} is now ${incidentTexts.priorities[priority]}`,
    doneTitle: 'Done',
    failed: (count: number) => `Changing ${plural(count, incidents)} did not work`,
    unchangedTitle: (left: number, unknown: number) =>
      [
        left > 0 && plural(left, { one: '# Incident was left as it was', other: '# Incidents were left as they were' }),
        unknown > 0 &&
          plural(unknown, {
            one: '# Incident may not have been changed',
            other: '# Incidents may not have been changed',
          }),
      ]
        .filter((part) => part !== false)
        .join('; '),
    unknown: (reason: string | null) => `May not have been changed. ${reason ?? ''}`,
    unchangedHint: 'These stay selected.',
    unchangedOne: (name: string, reason: string | null) => `${name}: ${reason ?? ''}`,
    furtherUnchanged: (count: number) => `and ${formatNumber(count)} more`,
    incident: 'Incident',
    reason: 'Reason',
    close: 'Close',
    progress: (done: number, of: number) => `${formatNumber(done)} of ${formatNumber(of)}`,
  },
}
