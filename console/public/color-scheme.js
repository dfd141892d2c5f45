// Runs before the first paint, so that a page in dark mode never flashes white. Mantine defines the storage key below.
try {
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
} catch {
  // If the browser blocks local storage, the page uses the colour scheme of the operating system.
}
