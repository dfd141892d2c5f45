import { formatNumber } from './format.ts'
import { defineTexts } from './define-texts.ts'

export const gettingStartedTexts = defineTexts({
  title: 'Getting started',
  progress: (done: number, all: number) => `${formatNumber(done)} of ${formatNumber(all)} done`,
  left: (count: number) => `Getting started: ${formatNumber(count)} left`,
  allDone: 'You’re all set. From now on, this page shows how your organization is doing.',
  done: 'Done',
  toDo: 'To do',
  hide: 'Hide',
  hideLabel: 'Hide getting started',
  steps: {
    reportForms: {
      title: 'Choose your report forms',
      explanation: 'Start with what fits you best. You can change every part of it later.',
      whenDone: 'You have report forms and a workflow of your own.',
    },
    locations: {
      title: 'Add your locations',
      explanation: 'Add them one by one, or all at once from a CSV file.',
    },
    colleagues: {
      title: 'Add your colleagues',
      explanation: 'Give each of them an account, so that incidents can be assigned.',
    },
    incident: {
      title: 'Report your first incident',
      explanation: 'It takes half a minute, and you can delete it afterwards.',
    },
    apiKey: {
      title: 'Connect a system',
      explanation: 'A till, a sensor or an app of your own reports incidents with an API key.',
    },
  },
})
