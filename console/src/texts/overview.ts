export const overviewTexts = {
  title: 'Overview',
}
