// Runs before anything is drawn, so that a page in dark never flashes up in white. The key is Mantine's.
try {
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
} catch {
  // A browser that keeps nothing: the system's scheme it is.
}
