export const directoryTexts = {
  locations: { title: 'Directory' },
  users: { title: 'Users' },
}
