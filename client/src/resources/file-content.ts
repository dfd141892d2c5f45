/** Content of a file. */
export type FileContent = Blob | Uint8Array | ArrayBuffer

export const blobOf = (file: FileContent): Blob =>
  file instanceof Blob ? file : new Blob([file as Uint8Array<ArrayBuffer>])

/** Returns the name of a `File`; "file" for content without a name. */
export const ownNameOf = (file: FileContent): string =>
  file instanceof Blob && 'name' in file ? String(file.name) : 'file'
