/** Titles shared by navigation and pages. Other texts load with their page. */
export const pageTitles = {
  overview: 'Overview',
  directory: 'Directory',
  users: 'Users',
  workflow: 'Workflow',
  keys: 'API keys',
}
