/** Titles that both the navigation and the pages show. The other texts of a page load together with the page. */
export const pageTitles = {
  overview: 'Overview',
  directory: 'Directory',
  users: 'Users',
  workflow: 'Workflow',
  keys: 'API keys',
}
