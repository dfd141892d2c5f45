import { defineTexts } from './define-texts.ts'

/**
 * Titles of the pages for report forms. The other texts of these pages are in configuration-pages.ts and
 * configuration-draft.ts.
 */
export const configurationTexts = defineTexts({
  current: { title: 'Report forms' },
  draft: { title: 'Draft of the report forms' },
  revision: { title: (revision: string) => `Report forms, version ${revision}` },
})
