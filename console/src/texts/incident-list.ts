import type { Priority } from '@tocsin/contract/api/incident.ts'
import { formatInstant, formatNumber } from './format.ts'
import { incidentTexts } from './incidents.ts'
import { plural } from './plural.ts'
import { defineTexts } from './define-texts.ts'

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
type PeriodField = 'createdAt' | 'lastModifiedAt' | 'occurredAt'

const recent: Readonly<Record<string, string>> = {
  today: 'today',
  last7Days: 'in the last 7 days',
  last30Days: 'in the last 30 days',
}

const times = ['oldest first', 'newest first'] as const
const directions: Record<SortName, readonly [ascending: string, descending: string]> = {
  name: ['A to Z', 'Z to A'],
  priority: ['least urgent first', 'most urgent first'],
  createdAt: times,
  lastModifiedAt: times,
  occurredAt: times,
}

const columnNames = {
  state: 'State',
  typeId: 'Type',
  categoryId: 'Category',
  locationId: 'Location',
  assigneeId: 'Assignee',
  createdBy: 'Reporter',
  tags: 'Tags',
  externalId: 'External id',
  ...sortNames,
}

type DisplayedColumn = Exclude<keyof typeof columnNames, SortName> | 'priority' | 'time'
const progressOf = (verb: string) => (done: number, of: number | undefined) =>
  of === undefined ? `${verb}…` : `${verb} ${formatNumber(done)} of ${formatNumber(of)}…`

const incidents = { one: '# incident', other: '# incidents' }

export const incidentListTexts = defineTexts({
  title: 'Incidents',
  grid: 'Incidents',
  layouts: { label: 'Layout', list: 'As list', board: 'As board', split: 'As split view' },
  report: 'Report an incident',
  found: (count: number, hasMore: boolean) =>
    hasMore ? `More than ${formatNumber(count)} incidents` : plural(count, incidents),
  filtersIgnored: 'Searching by number ignores the filters',
  loadFailed: 'Couldn’t load incidents',
  loadMoreFailed: 'Couldn’t load more incidents',
  onlyLoaded: (count: number) =>
    `These are only the first ${formatNumber(count)} incidents. To get all of them, export them as CSV.`,
  showNew: (count: number) => plural(count, { one: 'Show # new incident', other: 'Show # new incidents' }),

  columns: columnNames,
  keyboard: {
    search: 'Search',
    next: 'Next incident',
    previous: 'Previous incident',
    open: 'Open the incident',
    select: 'Select the incident',
    selectRange: 'Select from the last one to here',
  },

  search: {
    label: 'Search names and tags, or #number',
    placeholder: 'Name, tag or #number',
    clear: 'Clear the search',
  },
  display: {
    button: 'Rows and columns',
    rows: 'Rows',
    densities: { compact: 'Compact', comfortable: 'Comfortable' },
    columns: 'Columns',
    column: (name: DisplayedColumn) => (name === 'time' ? 'Time' : columnNames[name]),
  },
  sort: {
    button: (first: string) => `Sort: ${first}`,
    hint: 'Choose a second key to sort incidents that are equal in the first.',
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
    periods: {
      any: 'Any time',
      today: 'Today',
      last7Days: 'Last 7 days',
      last30Days: 'Last 30 days',
      custom: 'Custom…',
    },
    period: (field: PeriodField) => sortNames[field],
    firstDay: (field: PeriodField) => `${sortNames[field]} from`,
    lastDay: (field: PeriodField) => `${sortNames[field]} until`,
    assigned: 'Has an assignee',
    unassigned: 'Unassigned',
    me: 'Me',
    allOpen: 'All open',
    allClosed: 'All closed',
    archived: (name: string) => `${name} (archived)`,
    find: {
      stateId: 'Find a state',
      priority: 'Find a priority',
      typeId: 'Find a type',
      categoryId: 'Find a category',
      locationId: 'Find a location',
      pointId: 'Find a point',
      assigneeId: 'Find an assignee',
      createdBy: 'Find a reporter',
    },
    type: (name: string) => `${name}, then Enter`,
    pointNeedsLocation: 'Choose a location first: its points appear here.',
    noPoints: (locations: number) =>
      plural(locations, { one: 'The chosen location has no points.', other: 'The chosen locations have no points.' }),
    clearAll: 'Clear all',
    chips: 'Active filters',
    remove: (chip: string) => `Remove filter ${chip}`,
    chip: (filter: keyof typeof filterNames, value: string) => `${filterNames[filter]}: ${value}`,
    search: (text: string) => `Contains: ${text}`,
    from: (field: PeriodField, start: string) =>
      `${sortNames[field]} ${recent[start] ?? `from ${formatInstant(start)}`}`,
    until: (field: PeriodField, instant: string) => `${sortNames[field]} until ${formatInstant(instant)}`,
    unknown: 'unknown',
    done: 'Show the incidents',
  },
  export: {
    usual: 'Export as CSV',
    with: { comma: 'Export as CSV with commas', semicolon: 'Export as CSV with semicolons' },
  },
  more: 'More actions',

  empty: {
    title: 'No incidents yet',
    explanation:
      'Report the first one here, or let your systems send them through the API: an administrator issues keys.',
  },
  nothingOpen: {
    title: 'Nothing is open',
    explanation: 'Every incident is closed, or none has been reported yet.',
  },
  nothingMatches: {
    title: 'Nothing matches these filters',
    explanation: 'Remove one of them, or clear them all to see every incident.',
  },

  bulk: {
    bar: 'Selected incidents',
    running: 'Running change',
    selected: (count: number) => plural(count, { one: '# selected', other: '# selected' }),
    selectRow: (name: string) => `Select ${name}`,
    selectAll: 'Select all loaded incidents',
    move: 'Move to…',
    assign: 'Assign…',
    setPriority: 'Priority…',
    clear: 'Clear the selection',
    keys: {
      stateId: 'Move the selected incidents',
      assigneeId: 'Assign the selected incidents',
      priority: 'Set the priority of the selected incidents',
      assignToMe: 'Assign the selected incidents to me',
      locationId: 'Choose the location (one incident at a time)',
      tags: 'Add or remove tags (one incident at a time)',
      selectAll: 'Select all loaded incidents, then all that match',
    },
    oneAtATime: {
      locationId: 'You can change the location of only one incident at a time. Clear the selection first.',
      tags: 'You can change the tags of only one incident at a time. Clear the selection first.',
    },
    wait: 'A change is still running. Try again when it’s done.',
    delete: 'Delete…',
    selectMatching: (count: number, hasMore: boolean) =>
      hasMore ? `Select all that match (over ${formatNumber(count)})` : `Select all ${formatNumber(count)} that match`,
    allSelected: (count: number, hasMore: boolean) =>
      hasMore ? `All selected (over ${formatNumber(count)})` : `All ${formatNumber(count)} selected`,
    amount: (count: number, of: number) =>
      count === of ? plural(count, incidents) : `${formatNumber(count)} of ${plural(of, incidents)}`,
    moved: (amount: string, state: string) => `${amount} moved to ${state}`,
    assigned: (amount: string, name: string) => `${amount} assigned to ${name}`,
    freed: (amount: string) => `${amount} unassigned`,
    prioritized: (amount: string, priority: Priority) =>
      `Priority of ${amount} is now ${incidentTexts.priorities[priority]}`,
    deleted: (amount: string) => `${amount} deleted`,
    undone: (amount: string) => `Undone for ${amount}`,
    stopping: 'Stopping…',
    stopped: 'Stopped.',
    nothingChanged: 'Nothing to change.',
    neededNoChange: (count: number) => plural(count, { one: '# needed no change.', other: '# needed no change.' }),
    goneMeanwhile: (count: number) => plural(count, { one: '# no longer matched.', other: '# no longer matched.' }),
    maybeMore: 'A few more may have changed.',
    signedOut: {
      title: 'Couldn’t finish the change',
      message: 'You were signed out while incidents were being changed. Some of them may be as before.',
    },
    interrupted: 'Couldn’t finish the change',
    failed: 'Couldn’t change the incidents',
    progress: {
      move: progressOf('Moving'),
      assign: progressOf('Assigning'),
      setPriority: progressOf('Changing'),
      delete: progressOf('Deleting'),
      undo: progressOf('Undoing'),
    },
    cancel: 'Cancel',
    deleteTitle: (count: number, hasMore: boolean) =>
      hasMore ? `Delete all that match (over ${formatNumber(count)})?` : `Delete ${plural(count, incidents)}?`,
    deleteExplanation:
      'They disappear from every list, with their comments and files. You can undo this for half a minute. After that, they can be restored through the API for 30 days.',
    deleteConfirm: (count: number, hasMore: boolean) => (hasMore ? 'Delete all' : `Delete ${formatNumber(count)}`),
    deleteCancel: 'Keep them',
    leftTitle: (count: number) =>
      plural(count, { one: '# incident wasn’t changed', other: '# incidents weren’t changed' }),
    leftHint: (count: number) => (count === 1 ? 'It’s still selected.' : 'They’re still selected.'),
    leftByUndo: (count: number) => (count === 1 ? 'It stays as it is.' : 'They stay as they are.'),
    reasons: {
      incident_changed: 'Somebody else has changed it since.',
      incident_not_found: 'It was deleted.',
      no_longer_matches: 'It was deleted, or no longer matches the filters.',
    },
    leftOne: (name: string, reason: string) => `${name}: ${reason}`,
    furtherLeft: (count: number) => `and ${formatNumber(count)} more`,
    showMore: (count: number, of: number) => `Show ${formatNumber(count)} of ${formatNumber(of)} more`,
    incident: 'Incident',
    reason: 'Reason',
    close: 'Close',
  },
})
