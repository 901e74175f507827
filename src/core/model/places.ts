/** True when the path is one of the places, or below one that ends with `/`. */
export function isWithin(path: string, places: readonly string[]): boolean {
  return places.some((place) => (place.endsWith("/") ? path.startsWith(place) : path === place));
}
