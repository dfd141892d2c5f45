import type { Priority } from '@tocsin/contract/api/incident.ts'
import { incidentTexts } from './incidents.ts'
import { plural } from './plural.ts'
import { defineTexts } from './define-texts.ts'

const hour = 60
const day = 24 * hour

/** Formats a number of minutes in the largest unit without a remainder, such as “30 minutes”, “36 hours”, “7 days”. */
export function formatMinutes(minutes: number): string {
  if (minutes % day === 0) return plural(minutes / day, { one: '# day', other: '# days' })
  if (minutes % hour === 0) return plural(minutes / hour, { one: '# hour', other: '# hours' })
  return plural(minutes, { one: '# minute', other: '# minutes' })
}

export const organizationTexts = defineTexts({
  name: 'Name',
  timeZone: 'Time zone',
  browserZone: (zone: string) => `Each browser’s own (here: ${zone})`,
  timeThere: (time: string) => `It’s ${time} there now.`,
  ages: {
    title: 'Age of open incidents',
    explanation:
      'In lists and on the board, the age of an open incident turns amber and then red. Age counts from the report.',
    priority: 'Priority',
    aging: 'Amber after',
    overdue: 'Red after',
    agingOf: (priority: Priority) => `${incidentTexts.priorities[priority]}: amber after`,
    overdueOf: (priority: Priority) => `${incidentTexts.priorities[priority]}: red after`,
    never: 'Never',
    order: 'Red can’t come before amber.',
  },
  save: 'Save',
  saved: 'Settings saved.',
})

export const aboutTexts = defineTexts({
  details: 'Details of this server',
  explanation: 'Send them when you ask for help.',
  version: 'Tocsin',
  node: 'Node.js',
  database: 'Database',
  databaseVersion: (version: string, isCluster: boolean) =>
    `PostgreSQL ${version}${isCluster ? ', distributed by Citus' : ''}`,
  answered: 'Database answered in',
  storage: 'Photos and files',
  storageKinds: { folder: 'A folder on the server', s3: 'An S3 bucket' },
  fileMaximum: 'Largest file',
  browser: 'Your browser',
  copy: 'Copy details',
  help: {
    title: 'When something is wrong',
    steps: [
      {
        what: 'A message has a “Request” number.',
        advice: 'Pass it on to the person who runs the server. The server’s log has a line with the same number.',
      },
      {
        what: 'Pages don’t load, or everything is slow.',
        advice:
          'Open /readyz on this server. If it says “ready”, the server and its database work, so check the network in between.',
      },
      {
        what: 'An integration has stopped reporting.',
        advice: 'Open API keys to see when its key was last used, and whether it has expired.',
      },
      {
        what: 'Another system doesn’t learn of changes.',
        advice: 'Open Webhooks. A paused webhook keeps its events and delivers them when you resume it.',
      },
      {
        what: 'Data was deleted or changed by mistake.',
        advice:
          'A deleted incident can be restored for 30 days: choose Undo, or use the API. For anything else, the person who runs the server can restore a backup with “tocsin restore”.',
      },
    ],
  },
})
