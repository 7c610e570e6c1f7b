import type { components, operations } from './service.d.ts';

type Schemas = components['schemas'];
type Currency = operations['listTaxonomy']['parameters']['path']['currency'];

/** The types say what the document shows; nothing checks at run time that a reply is of them. */
export class RampClient {
  constructor(
    private readonly baseUrl: string,
    private readonly apiKey: string,
  ) {}

  readBalances() {
    return this.get<Schemas['Balances']>('/v1/ramp/banking/balances');
  }

  /** The currencies in which a subaccount can be paid, with their rails. */
  async listRails(subaccountId: string): Promise<Map<string, string[]>> {
    const { capabilities } = await this.get<Schemas['Subaccount']>(`/v1/ramp/subaccount/${subaccountId}`);
    const open = Object.entries(capabilities.currencies).filter(([, { status }]) => status === 'approved');
    return new Map(open.map(([code, { rails }]) => [code, Object.keys(rails).filter((rail) => rails[rail])]));
  }

  async listMethods(currency: Currency) {
    const entries = await this.get<Schemas['TaxonomyEntry'][]>(`/v1/ramp/banking/taxonomy/${currency}`);
    return entries.map(({ name, currency_configurations: [first] }) => ({
      name,
      least: Number(first?.limits.system_min),
      most: Number(first?.limits.system_max),
    }));
  }

  listConversions(subaccountId: string) {
    return this.get<Schemas['ConversionListing']>(`/v1/ramp/${subaccountId}/banking/conversions`);
  }

  async ownersOf(subaccountId: string): Promise<string[]> {
    const { ultimate_beneficial_owners: owners } = await this.get<Schemas['BusinessKyc']>(
      `/v1/kyc/businesses/${subaccountId}`,
    );
    return owners.map(({ first_name, last_name, ownership_percentage: share }) => {
      if (Number.isNaN(Number(share))) throw new Error(`the share of ${last_name} is no number`);
      return `${first_name} ${last_name}, ${Number(share)} %`;
    });
  }

  private async get<T>(path: string): Promise<T> {
    const response = await fetch(this.baseUrl + path, { headers: { 'x-api-key': this.apiKey } });
    const body = await response.json();
    if (!response.ok) throw new Error(`${response.status} ${body.error}: ${body.message}`);
    return body as T;
  }
}
