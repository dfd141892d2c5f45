import { frameTexts } from './frame.ts'
import { defineTexts } from './define-texts.ts'

/** Texts of the command palette and of the buttons that open it. */
export const paletteTexts = defineTexts({
  open: 'Jump to…',
  keys: `${frameTexts.keyboard.modifier} K`,
  title: 'Search or jump to',
  placeholder: 'Incident, #number, view, page or action',
  help: 'Search or jump to anything',
  results: 'Results',
  recent: 'Recent incidents',
  incidents: 'Found incidents',
  views: 'Views',
  pages: 'Pages',
  layouts: { board: 'board', split: 'split' },
  searchList: (text: string) => `Show all incidents with “${text}”`,
  searching: frameTexts.options.searching,
  nothingFound: 'Nothing found. Try fewer words, or an incident’s number.',
  failed: 'Couldn’t search the incidents',
  openFailed: 'Couldn’t open the search',
})
