import { defineTexts } from './define-texts.ts'

/** Titles that both the navigation and the pages show. All other texts of a page are loaded together with the page. */
export const pageTitles = defineTexts({
  overview: 'Overview',
  directory: 'Directory',
  users: 'Users',
  workflow: 'Workflow',
  keys: 'API keys',
  webhooks: 'Webhooks',
  organization: 'Organization',
  about: 'About Tocsin',
})
