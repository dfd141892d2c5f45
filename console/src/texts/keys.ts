export const keyTexts = {
  title: 'API keys',
}
