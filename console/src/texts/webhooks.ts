import { secretOverlapHours } from '@tocsin/contract/limits.ts'
import { formatInstant } from './format.ts'
import { pageTitles } from './page-titles.ts'
import { plural } from './plural.ts'
import { defineTexts } from './define-texts.ts'

/** Texts of the list of webhook endpoints, and of the page of one endpoint except its log. */
export const webhookTexts = defineTexts({
  title: pageTitles.webhooks,
  add: 'Add an endpoint',
  list: 'Endpoints',
  empty: {
    title: 'Nothing listens yet',
    explanation: 'A webhook tells another system at once when something happens here.',
    add: 'Add the first one',
  },

  columns: { endpoint: 'Endpoint', kinds: 'Events', state: 'State', lastDelivered: 'Last delivered' },
  allKinds: 'All events',
  kinds: (count: number) => plural(count, { one: '# kind of event', other: '# kinds of events' }),
  notYet: 'Not yet',
  states: { delivering: 'Delivering', behind: 'Catching up', failing: 'Failing', paused: 'Paused' },
  toGo: (count: number) => plural(count, { one: '# event to go', other: '# events to go' }),
  since: (instant: string) => `since ${formatInstant(instant)}`,
  pausedBecause: {
    administrator: 'by an administrator',
    failures: 'after three days of failures',
    gone: 'because the receiver is gone',
    new_epoch: 'because the database was restored',
  } as Readonly<Record<string, string>>,
  held: (count: number) => plural(count, { one: 'Holds # incident back', other: 'Holds # incidents back' }),

  form: {
    url: 'Address',
    urlHint: 'Where the events go: a URL that begins with https://.',
    description: 'Description',
    descriptionHint: 'What receives them, so that you recognize it here: “ERP, Hamburg”.',
    choice: 'Events',
    all: 'All events',
    allHint: 'Including kinds that later versions add.',
    some: 'Only some',
    kindsRequired: 'Choose at least one.',
    submit: 'Add',
    editTitle: (name: string) => `Edit “${name}”`,
    save: 'Save',
  },

  issued: {
    title: (name: string) => `The endpoint “${name}”`,
    warning: 'You won’t see the secret again. Store it where the receiver checks signatures before you go on.',
    secret: 'Secret',
    secretHint: 'Checks the v1 signature of each webhook.',
    copySecret: 'Copy the secret',
    publicKey: 'Public key',
    publicKeyHint: 'Checks the v1a signature instead. It isn’t secret, and the endpoint’s page always shows it.',
    copyPublicKey: 'Copy the public key',
    stored: 'I have stored the secret',
    previousUntil: (instant: string) =>
      `Until ${formatInstant(instant)}, webhooks also have signatures that the old secret and the old public key can check. Switch over before then.`,
  },

  page: {
    loadingTitle: 'Endpoint',
    notFound: 'This endpoint doesn’t exist, was deleted, or belongs to another organization.',
    more: 'More actions',
    edit: 'Edit',
    pause: 'Pause',
    paused: (name: string) => `Paused “${name}”.`,
    pauseFailed: 'Couldn’t pause the endpoint',
    resume: 'Resume',
    resumed: (name: string) => `“${name}” gets its events again.`,
    resumeFailed: 'Couldn’t resume the endpoint',
    retry: 'Try again now',
    retried: 'Trying again.',
    retryFailed: 'Couldn’t retry the deliveries',
    facts: 'Details',
    heldBack: 'Held back',
    incidents: (count: number) => plural(count, { one: '# incident', other: '# incidents' }),
    address: 'Address',
    addedAt: 'Added',
    publicKey: 'Public key',
    previousSecret: 'Old secret',
    signsUntil: (instant: string) => `Also signs until ${formatInstant(instant)}`,
  },

  notices: {
    paused: {
      administrator: {
        title: 'Paused',
        text: 'Nothing is lost. When you resume, events are sent from where they stopped.',
      },
      failures: {
        title: 'Paused after three days of failures',
        text: 'The log below shows what went wrong. Nothing is lost. Once the receiver works, resume, and events are sent from where they stopped.',
      },
      gone: {
        title: 'Paused because the receiver is gone',
        text: 'It answered 410, which means that it wants no more webhooks. If it has moved, change the address and resume. If it has been shut down, delete the endpoint.',
      },
      new_epoch: {
        title: 'Paused because the database was restored',
        text: 'The receiver may have events that Tocsin no longer has. Check or reset the receiver’s data first, then resume.',
      },
    },
    held: {
      title: (count: number) => plural(count, { one: '# incident is held back', other: '# incidents are held back' }),
      text: 'An event failed. Later events of the same incident wait for it, so that they arrive in order; other incidents aren’t affected. Tocsin keeps trying for three days, then it pauses this endpoint.',
    },
  },

  test: {
    action: 'Send a test',
    arrived: 'The test arrived',
    failed: 'The test did not arrive',
    sendFailed: 'Couldn’t send a test',
    took: (status: number, duration: string) => `The receiver answered ${status} in ${duration}.`,
    close: 'Close the result of the test',
  },

  rotate: {
    action: 'Rotate the secret',
    title: (name: string) => `Rotate the secret of “${name}”`,
    explanation: `Makes a new secret and a new public key. For ${secretOverlapHours} hours, each webhook is signed with the old and the new ones, so that the receiver misses nothing while you switch over. After that, only the new ones count.`,
    submit: 'Rotate',
    failed: 'Couldn’t rotate the secret',
  },

  delete: {
    action: 'Delete',
    title: (name: string) => `Delete “${name}”?`,
    explanation:
      'It gets no more events, and its secret and its log are deleted. Events that wait for it are never sent. This can’t be undone. To stop for a while, pause it instead.',
    submit: 'Delete',
    deleteFailed: 'Couldn’t delete the endpoint',
    done: (name: string) => `Deleted “${name}”.`,
  },
})
