import type { components } from './service.d.ts';

type Entry = components['schemas']['TaxonomyEntry'];

/** The types say what the document shows; nothing checks at run time that a reply is of them. */
export class RampClient {
  constructor(
    private readonly baseUrl: string,
    private readonly apiKey: string,
  ) {}

  /** How a customer can pay in a currency, with the limits and the fee of each method. */
  async listMethods(currency: string) {
    const entries = await this.get<Entry[]>(`/v1/ramp/banking/taxonomy/${currency}`);
    return entries.map(({ name, network_name, currency_configurations: [first] }) => ({
      label: `${name} (${network_name})`,
      currency: first?.currency,
      least: Number(first?.limits.system_min),
      most: Number(first?.limits.system_max),
      fee: feeText(first?.fee),
    }));
  }

  private async get<T>(path: string): Promise<T> {
    const response = await fetch(this.baseUrl + path, { headers: { 'x-api-key': this.apiKey } });
    const body = await response.json();
    if (!response.ok) throw new Error(`${response.status} ${body.error}: ${body.message}`);
    return body as T;
  }
}

function feeText(fee: Entry['currency_configurations'][number]['fee'] | undefined): string {
  switch (fee?.type) {
    case 'fixed':
      return `${Number(fee.amount)} each`;
    case 'percentage':
      return `${Number(fee.amount)} %`;
    default:
      throw new Error(`the fee ${fee?.type} is unknown`);
  }
}
