/** Prints every page in the light colour scheme, because paper is white. */
export function printInLight(): void {
  const { dataset } = document.documentElement
  let onScreen: string | undefined
  window.addEventListener('beforeprint', () => {
    onScreen ??= dataset.mantineColorScheme
    dataset.mantineColorScheme = 'light'
  })
  window.addEventListener('afterprint', () => {
    if (onScreen) dataset.mantineColorScheme = onScreen
    onScreen = undefined
  })
}
