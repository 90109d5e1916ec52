# PDUs that break SMPP, each in one way. They are made from whole ones of Net::SMPP.
package broken;
use strict;
use warnings;
use Exporter 'import';
use Net::SMPP;
our @EXPORT_OK = qw(broken_pdus);

my %defaults = (source_addr => '15005550006', destination_addr => '15005550100', short_message => 'broken');

sub pdu { my ($command, $status, $seq, $body) = @_; pack 'NNNN a*', 16 + length $body, $command, $status, $seq, $body }

# The body of a deliver_sm.
sub body_of {
    my $encoder = bless Symbol::gensym(), 'Net::SMPP';
    %{*$encoder} = %{ &Net::SMPP::Default };
    return Net::SMPP::encode_submit_v34($encoder, %defaults, @_);
}

# `seq`: the number of the newest submit.
sub broken_pdus {
    my ($kind, $seq) = @_;
    my $deliver = sub { pdu(5, 0, 900_000, shift) };
    my %kinds = (
        unknown_command  => sub { pdu(0x77, 0, 900_001, 'what?') },
        empty_deliver    => sub { $deliver->('') },
        cut_in_address   => sub { $deliver->(substr body_of(), 0, 8) },
        cut_in_text      => sub { $deliver->(substr body_of(), 0, -3) },
        no_final_zero    => sub { $deliver->('A' x 40) },
        long_address     => sub { $deliver->(body_of(source_addr => '1' x 60)) },
        length_of_text   => sub { my $body = body_of(); substr($body, -7, 1) = "\xfe"; $deliver->($body) },
        parameter_beyond => sub { $deliver->(body_of() . pack('nn', 0x0424, 500) . 'short') },
        stray_octets     => sub { $deliver->(body_of() . "\0\0") },
        unasked_answer   => sub { pdu(0x8000_0004, 0, 7_000_000, "none\0") },
        wrong_answer     => sub { pdu(0x8000_0015, 0, $seq, '') },
        answer_of_nobody => sub { pdu(0x8000_0077, 0, $seq, '') },
        nack_of_nobody   => sub { pdu(0x8000_0000, 3, 7_000_001, '') },
        length_zero      => sub { pack 'NNNN', 0, 0x15, 0, 1 },
        length_short     => sub { pack 'NNNN', 15, 0x15, 0, 1 },
        length_huge      => sub { pack 'NNNN', 0x7fff_ffff, 5, 0, 1 },
        other_protocol   => sub { "HTTP/1.1 400 Bad Request\r\n\r\n" },
        nack_zero        => sub { pdu(0x8000_0000, 2, 0, '') },
    );
    return ($kinds{$kind} // die "nothing called $kind\n")->();
}

1;
