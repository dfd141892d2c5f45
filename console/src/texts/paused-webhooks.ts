import { plural } from './plural.ts'
import { defineTexts } from './define-texts.ts'

/** Texts of the banner that informs administrators about paused webhook endpoints. It can appear on every page. */
export const pausedWebhookTexts = defineTexts({
  one: {
    failures: (name: string) => `Webhooks to “${name}” are paused: they failed for three days.`,
    gone: (name: string) => `Webhooks to “${name}” are paused: the receiver is gone.`,
    new_epoch: (name: string) => `Webhooks to “${name}” are paused: the database was restored.`,
  },
  several: (count: number) =>
    plural(count, { one: '# webhook endpoint is paused.', other: '# webhook endpoints are paused.' }),
  open: 'Open the endpoint',
  openList: 'Open the list',
})
