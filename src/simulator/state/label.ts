export interface Label {
  readonly id: number;
  readonly name: string;
}
