import { formatInstant } from './format.ts'
import { defineTexts } from './define-texts.ts'

/** Texts of the log of a webhook endpoint. */
export const attemptTexts = defineTexts({
  title: 'Log',
  list: 'Attempts of the last 7 days',
  empty: 'Nothing was sent in the last 7 days. Send a test to see if the receiver answers.',
  columns: { at: 'Time', event: 'Event', number: 'Attempt', outcome: 'Outcome', duration: 'Took', actions: 'Actions' },
  incident: (number: number, name: string | null) => (name ? `#${number} ${name}` : `#${number}`),
  anIncident: 'Open the incident',
  delivered: 'Delivered',
  failed: 'Failed',
  status: (status: number) => `Answer ${status}`,
  show: 'Details',
  /** Accessible name of a button. It begins with the text on the button, so that voice control finds the button. */
  showOf: (kind: string, at: string) => `Details of “${kind}”, ${at}`,
  older: 'Show older attempts',

  details: {
    kind: 'Kind',
    event: 'Event id',
    request: 'Request',
    answer: 'Answer',
    noAnswer: 'The answer is empty.',
  },

  skip: {
    action: 'Skip this event',
    title: 'Skip this event?',
    explanation:
      'The receiver never gets it, and the later events of its incident follow at once. It is still in the list of changes of the incident.',
    submit: 'Skip',
    skipFailed: 'Couldn’t skip the event',
    done: 'Skipped. Later events of the incident follow.',
  },

  replay: {
    action: 'Deliver again from here',
    title: 'Deliver again from here?',
    explanation: (kind: string, instant: string) =>
      `Sends “${kind}”, tried on ${formatInstant(instant)}, and every event after it again, also those that have arrived. Each event keeps its id, by which the receiver can recognize it.`,
    whilePaused: 'The endpoint is paused: nothing is sent until you resume it.',
    submit: 'Deliver again',
    sendFailed: 'Couldn’t deliver the events again',
    done: 'Delivering again.',
    doneWhilePaused: 'Events are sent again when you resume.',
  },
})
