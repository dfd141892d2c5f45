/**
 * Ignores files that the user drops beside the areas for files. Browsers would open such a file, some of them in place of
 * the page.
 */
export function ignoreStrayFiles(): void {
  window.addEventListener('dragover', ignore)
  window.addEventListener('drop', ignore)
}

function ignore(event: DragEvent): void {
  // An area that takes the files has already prevented the default.
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
