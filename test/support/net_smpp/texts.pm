# Short messages as Net::SMPP reads and writes them; their texts by Encode, whose GSM alphabet is not this project's.
package texts;
use strict;
use warnings;
use Encode qw(decode encode);
use Exporter 'import';
our @EXPORT_OK = qw(read_submit receipt_fields text_fields);

my %encodings = (0 => 'gsm0338', 1 => 'ascii', 3 => 'iso-8859-1', 8 => 'UTF-16BE');
my %codings   = (gsm => 0, latin1 => 3, ucs2 => 8);
my @fields    = qw(service_type source_addr_ton source_addr_npi source_addr dest_addr_ton dest_addr_npi destination_addr
    esm_class protocol_id priority_flag schedule_delivery_time validity_period registered_delivery
    replace_if_present_flag data_coding sm_default_msg_id);
my %states = (ENROUTE => 1, DELIVRD => 2, EXPIRED => 3, DELETED => 4, UNDELIV => 5, ACCEPTD => 6, UNKNOWN => 7, REJECTD => 8);

# All of a submit_sm: fields, octets, optional parameters by number, and the text with its place in a longer one.
sub read_submit {
    my $pdu     = shift;
    my %tlvs    = map { $_ => unpack('H*', $pdu->{$_}) } grep { /^\d+$/ } keys %$pdu;
    my $octets  = $pdu->{message_payload} // $pdu->{short_message};
    my $encoding = $encodings{ $pdu->{data_coding} } // 'iso-8859-1';
    my %concat;
    if ($pdu->{esm_class} & 0x40) {
        my ($header, $rest) = unpack 'C/a a*', $octets;
        $octets = $rest;
        while (length $header) {
            (my $id, my $value, $header) = unpack 'C C/a a*', $header;
            @concat{qw(reference total number)} = unpack $id ? 'nCC' : 'CCC', $value if $id == 0 || $id == 8;
            $concat{bits} = $id ? 16 : 8;
        }
    } elsif (defined $pdu->{sar_msg_ref_num}) {
        @concat{qw(reference total number)} = unpack 'nCC', join '', @$pdu{qw(sar_msg_ref_num sar_total_segments sar_segment_seqnum)};
        $concat{bits} = 16;
    }
    return {
        (map { $_ => $pdu->{$_} } @fields),
        octets => unpack('H*', $pdu->{short_message}),
        tlvs   => \%tlvs,
        length => length $octets,
        text   => decode($encoding, $octets),
        %concat ? (concat => \%concat) : (),
    };
}

# A receipt: by words, by optional parameters, or by both. `to`: the submit that it is about.
sub receipt_fields {
    my $receipt = shift;
    my ($name, $stat, $form, $submit) = @$receipt{qw(name stat form to)};
    my $words = sprintf 'id:%s sub:001 dlvrd:%03d submit date:2603101200 done date:2603101201 stat:%s err:%s text:hello',
        $name, $stat eq 'DELIVRD', $stat, $receipt->{error} // '000';
    return [
        source_addr => $submit->{destination_addr} // '15005550006', source_addr_ton => 1, source_addr_npi => 1,
        destination_addr => $submit->{source_addr} // '15005550100', dest_addr_ton => 1, dest_addr_npi => 1,
        esm_class => 0x04,
        short_message => $form eq 'tlv' ? '' : $words,
        $form eq 'text' ? () : (receipted_message_id => "$name\0", message_state => chr $states{$stat}),
    ];
}

# A text, or a part of one: as short_message, in message_payload, or tied by a header or by parameters.
sub text_fields {
    my $text   = shift;
    my $coding = $codings{ $text->{coding} };
    my $octets = encode($encodings{$coding}, $text->{text});
    my ($as, $reference, $total, $number) = @$text{qw(as reference total number)};
    my @tlvs = $as eq 'sar'
        ? (sar_msg_ref_num => pack('n', $reference), sar_total_segments => chr $total, sar_segment_seqnum => chr $number)
        : ();
    my $header = '';
    $header = pack 'CCC CCC', 5, 0, 3, $reference, $total, $number if $as =~ /^udh8/;
    $header = pack 'CCC nCC', 6, 8, 4, $reference, $total, $number if $as =~ /^udh16/;
    my $content = $header . $octets;
    return [
        source_addr => $text->{from}, source_addr_ton => $text->{from} =~ /\D/ ? 5 : 1, source_addr_npi => 1,
        destination_addr => $text->{to}, dest_addr_ton => 1, dest_addr_npi => 1,
        data_coding => $coding,
        esm_class => length $header ? 0x40 : 0,
        $as =~ /payload$/ ? (short_message => '', message_payload => $content) : (short_message => $content),
        @tlvs,
    ];
}

1;
