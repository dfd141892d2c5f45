/** The titles that the navigation and the pages share; the other texts of a page are loaded with it. */
export const pageTitles = {
  overview: 'Overview',
  directory: 'Directory',
  users: 'Users',
  workflow: 'Workflow',
  keys: 'API keys',
}
