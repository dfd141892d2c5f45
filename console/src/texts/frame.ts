import { formatInstant } from './format.ts'
import { plural } from './plural.ts'
import { defineTexts } from './define-texts.ts'

/** Texts of the frame around every page and of components that several pages share. */
export const frameTexts = defineTexts({
  product: 'Tocsin',
  documentTitle: (page: string) => `${page} · Tocsin`,
  skipToContent: 'Skip to content',
  navigation: 'Main navigation',
  administration: 'Administration',
  menu: 'Menu',
  loading: 'Loading',
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  togglePassword: 'Show the password',
  reportIncident: 'Report an incident',
  reportShort: 'Report',

  sidebar: { fold: 'Fold the sidebar', unfold: 'Unfold the sidebar', toggle: 'Fold or unfold the sidebar' },
  user: {
    account: 'Account',
    roles: { administrator: 'Administrator', member: 'Member' },
    keyboard: 'Keyboard shortcuts',
    documentation: 'API documentation',
  },
  theme: {
    label: 'Appearance',
    choices: { light: 'Light', dark: 'Dark', auto: 'Same as system' },
  },
  printedAt: (instant: string) => `Printed ${formatInstant(instant)}`,
  keyboard: {
    title: 'Keyboard shortcuts',
    thenKey: 'then',
    modifier: /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl',
    enabled: 'Single-key shortcuts',
    enabledHint: 'Turn them off if a speech or switch device triggers them by accident.',
    everywhere: 'Everywhere',
    help: 'Show the keyboard shortcuts',
    goTo: (page: string) => `Go to ${page}`,
    create: 'Report an incident',
  },
  leave: {
    title: 'Leave without saving?',
    explanation: 'Your changes here aren’t saved yet.',
    confirm: 'Leave',
    cancel: 'Stay',
  },
  order: {
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    moved: (name: string, place: number, count: number) => `${name} is now ${place} of ${count}`,
  },
  options: {
    nothingFound: 'Nothing found',
    searching: 'Searching…',
    loadFailed: 'Couldn’t load the list',
    failed: (reason: string) => `Couldn’t load the list. ${reason}`,
    more: 'There are more: type to narrow them down.',
    moreByTyping: (count: number) =>
      plural(count, { one: '# more: type to find it', other: '# more: type to find them' }),
  },
  copy: {
    action: 'Copy',
    done: 'Copied',
    failed: 'Your browser doesn’t let this page copy text. The text is selected: press Ctrl+C or ⌘C.',
  },
  shownOnce: { title: 'Shown only once', done: 'Done' },
  fieldRequired: 'Fill in this field.',
  problem: {
    load: 'Couldn’t load this',
    save: 'Couldn’t save this',
    network: 'Can’t reach the server. Check your connection, then try again.',
    noResponse: (seconds: number) =>
      `The server has not answered for ${seconds} seconds. Check your connection, then try again.`,
    fileUnreadable: (name: string) => `This device can no longer read ${name}. Choose the file again.`,
    unreadable: (status: number) =>
      `Something between this browser and Tocsin answered with status ${status}. Try again in a moment.`,
    unexpected: 'Something went wrong on this page. Reload it; if it happens again, tell your administrator.',
    retry: 'Try again',
    requestId: 'Request',
    violations: (count: number) => plural(count, { one: 'What has to change:', other: '# things have to change:' }),
  },
  forbidden: {
    title: 'For administrators only',
    explanation: 'Ask an administrator of your organization to do this for you, or to make you one.',
    back: 'Go to the incidents',
  },
  notFound: {
    title: 'Not found',
    explanation: 'There is nothing at this address, or it belongs to another organization.',
    back: 'Go to the incidents',
  },
})
