/**
 * Prevents the browser from opening a file that the user drops outside the areas for files. Some browsers would show it
 * instead of the page.
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
