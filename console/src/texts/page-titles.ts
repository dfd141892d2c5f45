/** What navigation and pages are called alike; the other texts of a page come with the page. */
export const pageTitles = {
  overview: 'Overview',
  directory: 'Directory',
  users: 'Users',
  workflow: 'Workflow',
  keys: 'API keys',
}
