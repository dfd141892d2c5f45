import { defineTexts } from './define-texts.ts'

/** Titles of the configuration pages. Their other texts are in configuration-pages.ts and configuration-draft.ts. */
export const configurationTexts = defineTexts({
  current: { title: 'Configuration' },
  draft: { title: 'Draft of the configuration' },
  revision: { title: (revision: string) => `Configuration version ${revision}` },
})
