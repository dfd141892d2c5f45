import type { KeyScope } from '@tocsin/contract/console/api-key.ts'
import { overlapHoursMaximum } from '@tocsin/contract/limits.ts'
import { formatInstant, formatNumber } from './format.ts'
import { pageTitles } from './page-titles.ts'
import { plural } from './plural.ts'
import { defineTexts } from './define-texts.ts'

export const keyTexts = defineTexts({
  title: pageTitles.keys,
  issue: 'Issue a key',
  working: 'Keys that work',
  ended: 'Keys that have ended',
  showEnded: (count: number) =>
    plural(count, { one: 'Show # key that has ended', other: 'Show # keys that have ended' }),
  hideEnded: 'Hide keys that have ended',

  empty: {
    title: 'There are no working keys',
    explanation: 'A till, a sensor or an app reports and reads incidents with a key of its own.',
    issue: 'Issue an API key',
  },

  columns: {
    name: 'Name',
    scopes: 'Permissions',
    state: 'State',
    expires: 'Expires',
    lastUsed: 'Last used',
    actions: 'Actions',
  },
  beginsWith: 'begins with',
  never: 'Never',
  neverUsed: 'Not yet',
  states: {
    active: 'Active',
    expiring: 'Expires soon',
    being_replaced: 'Being replaced',
    expired: 'Expired',
    revoked: 'Revoked',
  },
  worksUntil: (instant: string) => `works until ${formatInstant(instant)}`,
  endedAt: (instant: string) => `since ${formatInstant(instant)}`,
  successor: (issuedAt: string) => `Replaced by the key issued on ${formatInstant(issuedAt)}`,

  scopes: {
    read: {
      label: 'Read',
      explanation: 'List and open incidents and comments, download files, look up locations and report forms.',
    },
    write: {
      label: 'Write',
      explanation:
        'Report, change, delete and restore incidents. Attach and delete their files. Add, change and delete comments, also those of other keys.',
    },
    webhooks: {
      label: 'Webhooks',
      explanation: 'Manage webhooks, which send events to any address that it names. Few keys need this.',
    },
  } satisfies Record<KeyScope, { label: string; explanation: string }>,

  form: {
    name: 'Name',
    nameHint: 'What will use it, so that you recognize it here: “Till 3, harbour store”.',
    scopes: 'What it may do',
    scopesRequired: 'Choose at least one.',
    expiry: 'Expires',
    expiries: {
      '30': 'In 30 days',
      '90': 'In 90 days',
      '365': 'In a year',
      date: 'After a day you choose',
      never: 'Never',
    },
    lastDay: 'Last day',
    lastDayRequired: 'Choose today or a later day.',
    expiresAt: (instant: string) =>
      `It stops working on ${formatInstant(instant)}. Rotate it before then, and nothing is interrupted.`,
    neverExpires: 'It works until somebody revokes it. Choose this only if nobody could replace the key in time.',
    submit: 'Issue',
  },

  shown: {
    title: (name: string) => `The key “${name}”`,
    warning:
      'Tocsin does not keep the key. Store it where it will be used, or in a password manager, before you go on.',
    key: 'Key',
    curl: 'Try it in a terminal',
    curlHint: {
      write: 'This reports one incident.',
      read: 'This lists the latest incidents.',
      webhooks: 'This lists the webhook endpoints.',
    },
    copyKey: 'Copy the key',
    copyCurl: 'Copy the command',
    oldKeyUntil: (instant: string) => `The old key works until ${formatInstant(instant)}. Replace it before then.`,
    oldKeyEnded: 'The old key has stopped working.',
    stored: 'I have stored the key',
    /** Name of the example incident in the curl command. */
    example: 'Freezer 3 is getting warm',
    exampleDescription: 'Reported to try out an API key',
  },

  rotate: {
    action: 'Rotate',
    actionOn: (name: string) => `Rotate ${name}`,
    title: (name: string) => `Rotate “${name}”`,
    explanation:
      'Issues a new key with the same name and scopes. The old one keeps working for a while, so that everything that uses it can switch to the new one without an interruption.',
    overlap: 'Hours the old key keeps working',
    overlapInvalid: `Between 0 and ${formatNumber(overlapHoursMaximum)} hours (a year), without a fraction.`,
    endsAt: (instant: string) => `The old key stops working on ${formatInstant(instant)}.`,
    endsWithExpiry: (instant: string) => `The old key expires before that, on ${formatInstant(instant)}.`,
    endsNow: 'The old key stops working at once: everything that uses it is refused until it has the new one.',
    successorExpires: (days: number) =>
      plural(days, {
        one: 'Like the old key, the new one expires after # day.',
        other: 'Like the old key, the new one expires after # days.',
      }),
    submit: 'Rotate',
    failed: 'Couldn’t rotate the key',
  },

  revoke: {
    action: 'Revoke',
    actionOn: (name: string) => `Revoke ${name}`,
    title: (name: string) => `Revoke “${name}”?`,
    explanation:
      'Everything that uses this key is refused within a second: it can no longer report or read incidents. What it reported stays. This can’t be undone.',
    lastUsed: (age: string) => `It was last used ${age}.`,
    neverUsed: 'It has not been used yet.',
    successorStays: 'The key that replaces it keeps working.',
    submit: 'Revoke',
    failed: 'Couldn’t revoke the key',
    done: (name: string) => `Revoked “${name}”.`,
  },
})
