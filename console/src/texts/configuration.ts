export const configurationTexts = {
  current: { title: 'Configuration' },
  draft: { title: 'Draft of the configuration' },
  revision: { title: (revision: string) => `Configuration revision ${revision}` },
}
